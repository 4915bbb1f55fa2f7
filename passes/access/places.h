// What lvalues name in the symbolic run: variables, elements behind pointers with their subscripts, members of records,
// the arrays that pointers from outside lead into.
#pragma once
#include "passes/access/early_values.h"
#include "passes/access/findings.h"
#include "passes/access/overrun_notes.h"
#include "passes/evaluation/arithmetic.h"

namespace hydra::passes {

class Places {
  public:
    Places(Evaluator& evaluator, RegionFacts& region, CallFrames& frames, PathState& path, Symbols& symbols,
           Arithmetic& arithmetic, const HostCode& host, Roots& roots, AccessRecorder& recorder, EarlyValues& early,
           OverrunNotes& overruns, Findings& findings)
        : evaluator_(evaluator), region_(region), frames_(frames), path_(path), symbols_(symbols),
          arithmetic_(arithmetic), host_(host), roots_(roots), recorder_(recorder), early_(early), overruns_(overruns),
          findings_(findings) {}

    // What the lvalue names; its parts are evaluated.
    Place place(const ir::Expr& expr);
    // An array lvalue as the pointer to its first element: one more dimension. named: the array as the user wrote it,
    // where it is known.
    Value decay(const PointerValue& array, ir::TypeRef array_type, const ir::Expr* named = nullptr);
    // A pointer converted to another pointer type.
    Value other_view(PointerValue pointer, ir::TypeRef to);
    // The pointer that an outside variable, or an array member of one, holds or is.
    PointerValue root_pointer(const ir::Expr& expr, const ir::VarDecl* variable);
    // The pointer that stands at a place that is known: where it leads is looked up at run time. nullopt: the place is
    // not known, or what runs here may change it.
    std::optional<PointerValue> entry_of_table(const ir::Expr& expr, const PointerValue& table);
    // `p->field` where p is the address of an outside variable that does not change: the same as `variable.field`.
    Value field_of_variable(const ir::Expr& expr);
    // What a called function calls by name is not the iteration's own copy, which has the same name in the loop's body:
    // true, and an error, where it does that.
    bool refuse_privates(const ir::Expr& expr, const ir::VarDecl* variable, const char* what);
    // Whether a call that is run through reads, of a record variable that it is handed, only what the function names.
    [[nodiscard]] bool binds_variable(const ir::FunctionDecl& callee, std::size_t index, const ir::Expr& arg) const;
    // A record that is handed over as a copy: the copy's members are the original's, while neither changes.
    void bind_record(const ir::FunctionDecl& callee, const ir::VarDecl* param, const ir::Expr& arg);

  private:
    Place member_place(const ir::Expr& expr, const ir::Member& member);
    std::optional<PointerValue> array_behind_record(const PointerValue& place, ir::TypeRef array_type,
                                                    const ir::Expr* named);
    PointerValue record_in_memory(const ir::Expr& expr, const ir::VarDecl* variable);
    std::optional<Poly> length_of(ir::TypeRef array_type, int root, std::size_t level);
    [[nodiscard]] bool may_have_changed(const ir::Expr& length) const;
    [[nodiscard]] bool stays_as_given(const ir::FunctionDecl& callee, const ir::VarDecl* param,
                                      const ir::Expr& source) const;

    Evaluator& evaluator_;
    RegionFacts& region_;
    CallFrames& frames_;
    PathState& path_;
    Symbols& symbols_;
    Arithmetic& arithmetic_;
    const HostCode& host_;
    Roots& roots_;
    AccessRecorder& recorder_;
    EarlyValues& early_;
    OverrunNotes& overruns_;
    Findings& findings_;
};

} // namespace hydra::passes
