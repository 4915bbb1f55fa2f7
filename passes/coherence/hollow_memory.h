// Memory as dry runs ask about it: which lvalues may name the same bytes, and which memory may hold what no loop has
// computed, since a dry run leaves the loops out.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

// What an lvalue names, as far as its type, the member's name and the pointer tell.
struct MemoryCell {
    ir::TypeRef type = nullptr; // null: any
    // Of a struct's member (part_name), whose bytes are those of no other; empty: not known to be one.
    std::string record, member;
    const ir::Expr* lvalue = nullptr; // null: not known
};
MemoryCell cell_of(const ir::Expr& lvalue);
// The part of that name of a record; of an empty name, all of it.
MemoryCell cell_of(ir::TypeRef record, const std::string& part);

// The part of a struct that a member is, or lies in without a name of its own (anonymous structs and unions). Empty: it
// is a union's, or the name is none of the struct's.
std::string part_name(const ir::Member& member);
std::string part_name(ir::TypeRef record, const std::string& member);

class HollowMemory {
  public:
    explicit HollowMemory(State& state) : state_(state) {}
    // Whether a store into the one may change the other.
    [[nodiscard]] bool may_meet(const MemoryCell& one, const MemoryCell& other);
    // Whether what is read there may be what parallel loops store, or what serial code has made of that.
    [[nodiscard]] bool may_be_hollow(const MemoryCell& read);

  private:
    struct Touched {
        std::vector<MemoryCell> read, stored;
        std::vector<const ir::FunctionDecl*> called;
    };
    void find();
    template <class Node> void add(Touched& to, const Node& node) const;
    void add(Touched& to, const ir::Expr& expr) const;
    void add_library(Touched& to, const ir::Call& call, const ir::FunctionDecl& callee) const;
    // With what the called functions do.
    Touched closed(Touched own);
    const std::optional<std::set<int>>& objects(const ir::Expr& lvalue);

    State& state_;
    bool is_found_ = false;
    std::vector<MemoryCell> hollow_;
    std::map<const ir::FunctionDecl*, Touched> bodies_;
    std::map<const ir::Expr*, std::optional<std::set<int>>> objects_;
};

} // namespace hydra::passes
