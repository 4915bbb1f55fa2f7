// Memory that each of a team's threads has for itself: arrays that a region declares, `threadprivate` variables, what a
// thread allocates, rows that it picks by its number. A worksharing directive says that iterations do not get in each
// other's way in memory that threads share. Of this memory it says nothing: one thread runs many iterations, and each
// may go on from what the one before it left there (tables that are merged behind the loop, first and last places, a
// state that is carried along).
#pragma once
#include <set>
#include <string>
#include <vector>

#include "driver/trials/omp_meaning.h"
#include "ir/program.h"

namespace hydra::driver {

class ThreadMemory {
  public:
    // all: the program's constructs. Keeps a reference to the program.
    ThreadMemory(const ir::Program& program, const std::vector<Spoken>& all);

    // What leads to such memory where the loop, or a function that it calls, may write it, in the program's words;
    // empty: nothing does. settled: names of variables that clauses make each iteration's own, or accumulate.
    [[nodiscard]] std::string written_in(const ir::Stmt& loop, const std::set<std::string>& settled) const;

    // Whether the loop may get at such memory in a way that written_in() does not see: threads run it in a region of
    // theirs, or the program tells its threads apart.
    [[nodiscard]] bool may_reach(const ir::Stmt& loop, const ir::FunctionDecl* function) const;

  private:
    struct Reached {
        std::string name; // empty: no such memory
        const ir::VarDecl* variable = nullptr;
        explicit operator bool() const { return !name.empty(); }
    };
    // Whether threads run what stands here, each for itself: in a region, or in a function that regions call or that
    // has loops for the threads that call it, but in no such loop.
    [[nodiscard]] bool is_of_thread(const support::SourceRange& at, const ir::FunctionDecl& function) const;
    void add_region(const Spoken& region);
    void find_called(const std::vector<Spoken>& all);
    void find_numbers(const ir::FunctionDecl& function);
    void look(const ir::FunctionDecl& function);
    void assign(const ir::VarDecl* target, const ir::Expr& value, bool of_thread);
    void hand_over(const ir::Call& call);
    void note(const ir::VarDecl* variable);
    [[nodiscard]] Reached reach(const ir::Expr& expr) const;
    [[nodiscard]] bool tells_thread(const ir::Expr& expr) const;
    [[nodiscard]] Reached written_by(const ir::Expr& expr) const;
    [[nodiscard]] Reached handed_to_unknown(const ir::Call& call) const;

    const ir::Program& program_;
    ir::FunctionBodies bodies_;
    std::vector<support::SourceRange> regions_, loops_;
    std::set<const ir::FunctionDecl*> run_by_threads_;
    std::set<std::string> thread_private_;    // names of variables with static lifetime
    std::set<const ir::VarDecl*> own_;        // such memory, pointers to it, and numbers of threads
    std::set<const ir::FunctionDecl*> gives_; // functions that return one of these
    bool tells_apart_ = false;                // there are threads' numbers, or variables of threads
    bool grown_ = false;
};

} // namespace hydra::driver
