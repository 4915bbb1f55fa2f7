// What a symbolic run has to say about its region: errors of the user's, and why the region as a whole is no parallel
// loop, or no site that can stay in one piece.
#pragma once
#include "passes/access/access.h"
#include "passes/evaluation/run_limits.h"

namespace hydra::passes {

// Why a variable that all iterations share, and that they change, keeps the loop in order.
inline std::string kept_between_iterations(const ir::VarDecl& variable) {
    const std::string fact = "'" + variable.name + "' keeps its value from one iteration to the next";
    return variable.file_scope ? fact
                               : fact + ", since it is static; where each iteration fills it before it reads it, drop "
                                        "'static'";
}

class Findings {
  public:
    explicit Findings(const Quiet& quiet) : quiet_(quiet) {}

    void problem(const ir::Expr& expr, std::string message) {
        if (!quiet_.is_on())
            problems_.push_back({expr.range, std::move(message)});
    }
    // The first one counts.
    void obstacle(support::SourceRange range, const std::string& why) {
        if (!quiet_.is_on() && obstacle_.empty()) {
            obstacle_ = why;
            obstacle_range_ = range;
        }
    }
    void hand_over(RegionAccesses& out) {
        out.problems = std::move(problems_);
        out.obstacle = std::move(obstacle_);
        out.obstacle_range = obstacle_range_;
    }

  private:
    const Quiet& quiet_;
    std::vector<RegionAccesses::Problem> problems_;
    std::string obstacle_;
    support::SourceRange obstacle_range_;
};

} // namespace hydra::passes
