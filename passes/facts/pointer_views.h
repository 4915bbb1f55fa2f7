// What pointers to objects of one type are made into pointers to: by casts, by implicit conversions, by the address of
// a member, and where pointers lie in memory that other types read: unions, lists of arguments, copies of bytes. Asked
// where a store through a pointer to one type might reach an object that has another type's name.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "passes/facts/summary.h"

namespace hydra::passes {

class PointerViews {
  public:
    PointerViews(const ir::Program& program, const Summary& summary);
    // The names of all types that pointers to these types may come to point to, themselves included. What only library
    // functions that hand no pointer back get to see does not count.
    [[nodiscard]] std::set<std::string> reachable(const std::set<std::string>& types) const {
        return follow(types, true);
    }
    // The same without the addresses of scalar members, which lead to these members alone.
    [[nodiscard]] std::set<std::string> seen_as(const std::set<std::string>& types) const {
        return follow(types, false);
    }
    // Whether a parallel loop might store into the record's member under another name than its own: through its
    // address, or through a pointer that one to the record or to what holds it is made into, or was made from.
    [[nodiscard]] bool may_rename(const ir::Member& member) const;

  private:
    struct View {
        ir::TypeRef from = nullptr, to = nullptr; // what is pointed to
        std::string member;                       // whose address it is; empty: a conversion
        bool in_library = false;                  // goes no further than into a library function
        bool stored_in_loops = false;             // through it, or what comes of it, by what a loop may run
    };
    [[nodiscard]] std::set<std::string> follow(const std::set<std::string>& types, bool members) const;
    void collect(const ir::Expr& expr, const Summary& summary);
    void collect_conversion(const ir::Cast& cast, ir::TypeRef type, View view);
    void collect_overlays(const ir::Member& member);
    void collect_copy(const ir::Call& call);
    void link_arguments();
    void link(const std::set<ir::TypeRef>& some, const std::set<ir::TypeRef>& others);
    void collect_arguments(const ir::Expr& expr, const Summary& summary);

    std::vector<View> views_;
    std::set<std::string> from_numbers_; // what pointers to numbers may come to point to
    std::set<ir::TypeRef> overlaid_;     // unions whose members are named
    // What pointers that lie in the same memory point to: a pointer to one may be read as one to the other. By names.
    std::map<std::pair<std::string, std::string>, std::pair<ir::TypeRef, ir::TypeRef>> linked_;
    std::set<ir::TypeRef> laid_open_, listed_, taken_; // unions seen; behind `...`: handed over, and asked for
    // While views are collected: calls whose results nobody uses, and arguments of library functions by what is done
    // with them.
    std::set<const ir::Expr*> unused_;
    std::map<const ir::Expr*, View> arguments_;
};

} // namespace hydra::passes
