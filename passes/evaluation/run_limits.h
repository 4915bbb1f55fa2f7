// How much a symbolic run looks at, and whether it notes what it sees.
#pragma once
#include <cstddef>

namespace hydra::passes {

// After so many symbols, no further fixed expression becomes a parameter.
constexpr std::size_t most_symbols = 100;

// Counts nodes that are looked at. Nested conditions would otherwise cost exponential time.
class WorkBudget {
  public:
    // True where there were so many that only the cheap way is left: what would be evaluated twice is unknown then.
    bool weary(long nodes = 1) { return (work_ += nodes) > most_work; }

  private:
    static constexpr long most_work = 5'000'000;
    long work_ = 0;
};

// While it is on, expressions are evaluated without noting accesses, errors and the like.
class Quiet {
  public:
    [[nodiscard]] bool is_on() const { return depth_ > 0; }
    class Scope {
      public:
        explicit Scope(Quiet& quiet) : quiet_(quiet) { ++quiet_.depth_; }
        ~Scope() { --quiet_.depth_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        Quiet& quiet_;
    };

  private:
    int depth_ = 0;
};

} // namespace hydra::passes
