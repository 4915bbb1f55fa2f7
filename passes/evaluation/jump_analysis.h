// Where control leaves statements of the region and of the functions that it calls, as far as their text says it.
#pragma once
#include <map>
#include <span>
#include <vector>

#include "passes/facts/summary.h"

namespace hydra::passes {

// Whether control may leave a statement for elsewhere than its end.
enum class Jump { no, maybe, always };

class JumpAnalysis {
  public:
    explicit JumpAnalysis(const Summary& summary) : summary_(summary) {}

    [[nodiscard]] Jump jump_of(const ir::Stmt& stmt) const;
    // Whether the statement, entered at its beginning, always ends the program.
    [[nodiscard]] bool ends_program(const ir::Stmt& stmt) const;
    [[nodiscard]] bool ends_program(const ir::Compound& compound) const;
    // The statements of each case of a switch, where no case runs on into the next and one of them is always taken;
    // else empty.
    [[nodiscard]] std::vector<std::span<const ir::StmtPtr>> separate_cases(const ir::Switch& branch) const;

  private:
    [[nodiscard]] Jump find_jump(const ir::Stmt& stmt) const;

    const Summary& summary_;
    mutable std::map<const ir::Stmt*, Jump> jumps_;              // answers of jump_of
    mutable std::map<const ir::FunctionDecl*, bool> always_end_; // functions that always end the program
};

} // namespace hydra::passes
