// From a pointer with subscripts to an access: whether it counts, what makes it inexact, and which elements it may
// touch where not all is known.
#pragma once
#include <string_view>

#include "passes/access/branch_merger.h"
#include "passes/evaluation/divisions.h"
#include "passes/evaluation/evaluator.h"
#include "passes/evaluation/host_code.h"

namespace hydra::passes {

class AccessRecorder {
  public:
    AccessRecorder(Evaluator& evaluator, const RegionFacts& region, const CallFrames& frames, PathState& path,
                   Symbols& symbols, IslBridge& bridge, const Divisions& divisions, const HostCode& host, Roots& roots,
                   AccessLog& log, BranchMerger& merger, const Quiet& quiet)
        : evaluator_(evaluator), region_(region), frames_(frames), path_(path), symbols_(symbols), bridge_(bridge),
          divisions_(divisions), host_(host), roots_(roots), log_(log), merger_(merger), quiet_(quiet) {}

    // Notes an access to the lvalue.
    void access(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind);
    // To all of the array, or of the row of a table, that the pointer leads into.
    void whole_access(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, const std::string& why);
    // To the elements 0 <= x < limit from the pointer on. stops: the function that may touch fewer; empty: it touches
    // all.
    void elements(const ir::Expr& arg, const PointerValue& pointer, ir::AccessKind kind, const std::string& limit,
                  std::string_view stops);
    // To memory that may be anywhere. object: what is touched; null: anything.
    void everything(const ir::Expr& expr, ir::AccessKind kind, std::string why, ir::TypeRef object = nullptr,
                    RawAccess::Memory memory = {});
    // A struct variable, or a struct that is a member of one, copied as a whole: arrays inside included.
    void whole_record(const ir::Expr& expr, const ir::VarDecl* variable, ir::AccessKind kind);
    // A variable with elements of which each iteration begins with a copy: whoever has iterations reads all of it.
    void copy_in(const ir::Stmt& body, const ir::VarDecl* variable);
    // A use of a scalar by its name, where somebody asks for the uses of that one: an access without subscripts.
    void watch(const ir::Expr& expr, const ir::VarDecl* variable, ir::AccessKind kind);
    // Whether an access through the pointer is to be noted; it is everything where nobody can tell what it touches.
    bool counts(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, ir::TypeRef object,
                RawAccess::Memory memory = {});
    // In which memory the lvalue is.
    [[nodiscard]] RawAccess::Memory memory_of(const ir::Expr& expr) const;
    // The beginning of an access that is noted now.
    RawAccess touched(const ir::Expr& expr, const PointerValue& pointer);
    // Whether an iteration stores through pointers into memory of its own.
    [[nodiscard]] bool stores_unnamed() const { return stores_unnamed_; }

  private:
    void access_in(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, RawAccess::Memory memory);
    void whole_row(const ir::Expr& expr, const PointerValue& pointer, ir::AccessKind kind, const std::string& why);
    bool finish(RawAccess& raw, const PointerValue& pointer);
    bool finish_rows(RawAccess& raw);
    Poly any_below(RawAccess& raw, const std::optional<std::string>& length, const std::string& least = "0");
    bool any_row(RawAccess& raw, const ir::Expr& expr);
    bool all_rows(RawAccess& raw, PointerValue pointer);
    void add(RawAccess raw);

    Evaluator& evaluator_;
    const RegionFacts& region_;
    const CallFrames& frames_;
    PathState& path_;
    Symbols& symbols_;
    IslBridge& bridge_;
    const Divisions& divisions_;
    const HostCode& host_;
    Roots& roots_;
    AccessLog& log_;
    BranchMerger& merger_;
    const Quiet& quiet_;
    bool stores_unnamed_ = false;
};

} // namespace hydra::passes
