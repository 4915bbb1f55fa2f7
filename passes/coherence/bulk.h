// Bulk copies in serial code: statements that copy (or fill) memory as it is. They need no transfer, since each rank
// copies what it has and the runtime lets the directory's state go along; but like a launch, a copy leaves arrays that
// not every rank holds, so no transfer may be asked for ahead of it on behalf of what follows.
#pragma once
#include <optional>

#include "passes/access/state.h"
#include "passes/facts/pointer_views.h"

namespace hydra::passes {

struct BulkCopy {
    const ir::Expr* to = nullptr;    // memcpy's argument, or the left side of an assignment
    const ir::Expr* from = nullptr;  // null: all ranks store the same bytes (memset)
    const ir::Expr* bytes = nullptr; // null: an assignment
    const ir::Expr* value = nullptr; // that memset stores
};

class BulkCopies {
  public:
    BulkCopies(const State& state, const PointerViews& views);
    // The copy that the statement is; null: it is none, or must be treated as one that reads and writes.
    [[nodiscard]] const BulkCopy* of(const ir::Stmt& stmt) const;
    // Whether running the statement may leave arrays that not every rank holds: it is a copy, or has one in it, or
    // calls a function that makes one.
    [[nodiscard]] bool holds(const ir::Stmt& stmt) const;
    // Whether some copy's pointers do not say what is copied, so that memory of any type may come out of it.
    [[nodiscard]] bool of_anything() const { return of_anything_; }

  private:
    struct Facts {
        bool copies = false;                       // itself
        std::set<const ir::FunctionDecl*> callees; // of the program
    };
    void find_records(const PointerViews& views);
    [[nodiscard]] bool seen_as_record(ir::TypeRef type) const;
    [[nodiscard]] bool may_hold_scalars(const BulkCopy& copy, const ir::Expr& expr) const;
    void collect(const ir::FunctionDecl& function);
    void find_carriers();
    void settle_calls();
    void settle_what_cannot_be_cut();
    [[nodiscard]] bool can_be_cut(const ir::Stmt& stmt, support::FileId file) const;
    void forget_copies(const ir::Stmt& body);
    void settle(const ir::FunctionDecl* function);
    [[nodiscard]] const ir::FunctionDecl* carrier(const ir::Expr& expr) const;
    [[nodiscard]] bool stands_alone(const std::vector<const ir::Expr*>& together, const ir::Expr& call) const;

    const State& state_;
    std::map<const ir::Stmt*, BulkCopy> copies_;
    std::map<const ir::FunctionDecl*, Facts> facts_;
    std::set<const ir::FunctionDecl*> carriers_; // make copies, themselves or by what they call
    // Functions whose copies read and write like any other code: a call of theirs stands among other accesses.
    std::set<const ir::FunctionDecl*> settled_;
    bool of_anything_ = false;
    // Names (as of PointerViews) of the record variables' types to which pointers are made, and of the records in them.
    std::set<std::string> record_variables_;
    std::set<std::string> seen_as_; // what pointers to such variables, or to a member, come to point to
};

// Notes at the site that it makes the copy, and gives its bytes, whose number is a key of the site where the program
// does not write it as one.
ir::Bound copied_bytes(const BulkCopy& copy, ir::Site& site);

} // namespace hydra::passes
