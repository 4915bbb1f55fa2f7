// The ways in which a parallel loop may end the program. `if (bad) { fprintf(stderr, ...); exit(1); }` leaves a loop
// parallel: whichever iteration meets it first, the program ends with that status and says why; what it prints, or the
// status, may not depend on which.
#pragma once
#include <functional>
#include <set>
#include <string>

#include "passes/access/findings.h"

namespace hydra::passes {

class ExitEffects {
  public:
    ExitEffects(const Summary& summary, bool kernel, const Quiet& quiet, Findings& findings)
        : summary_(summary), kernel_(kernel), quiet_(quiet), findings_(findings) {}

    // A call that ends the program. In a loop all such calls must look alike from outside, since any may come first.
    void note_end(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee);
    // Whether the call prints what may be printed in front of the end of the program, and stands there. is_same:
    // whether an argument, by its number, is an integer that has the same value in all iterations.
    bool may_print_here(const ir::Call& call, const ir::FunctionDecl& callee,
                        const std::function<bool(std::size_t)>& is_same);
    // Whether the call only prints to standard error, where the program goes on: the runtime keeps that back, and shows
    // it in order.
    bool may_tell_here(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& callee);
    // Calls that end the program, however often they were looked at.
    [[nodiscard]] int checks() const { return checks_; }
    // While it lasts, the run is inside of a block that always ends the program.
    class EndingBlock {
      public:
        EndingBlock(ExitEffects& exits, bool ends) : exits_(exits), ends_(ends ? 1 : 0) { exits_.ending_ += ends_; }
        ~EndingBlock() { exits_.ending_ -= ends_; }
        EndingBlock(const EndingBlock&) = delete;
        EndingBlock& operator=(const EndingBlock&) = delete;

      private:
        ExitEffects& exits_;
        int ends_;
    };
    // An iteration may end the program by exit, or by abort or a failed assertion.
    [[nodiscard]] bool may_exit() const { return may_exit_; }
    [[nodiscard]] bool may_abort() const { return may_abort_; }
    // An iteration may print to standard error and go on.
    [[nodiscard]] bool may_tell() const { return !told_.empty(); }
    // All has been looked at: what is printed by the way would be lost, or come too late, where the program ends.
    void settle(const ir::Stmt& body);

  private:
    const Summary& summary_;
    bool kernel_;
    const Quiet& quiet_;
    Findings& findings_;
    int ending_ = 0;    // blocks around that always end the program
    int end_count_ = 0; // calls that may end the program
    int checks_ = 0;
    int fixed_texts_ = 0;         // that are printed to stdout before one
    std::set<std::int64_t> ends_; // the statuses with which the program may end
    bool may_exit_ = false, may_abort_ = false;
    std::string told_; // the function that prints to standard error by the way; empty: none
    support::SourceRange told_at_;
};

} // namespace hydra::passes
