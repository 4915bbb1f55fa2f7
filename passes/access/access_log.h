// The accesses that a symbolic run has noted so far, in order, the arrays that they lie in, and the moments at which
// things happened.
#pragma once
#include "passes/access/access.h"
#include "passes/evaluation/values.h"

namespace hydra::passes {

// Where addresses come from.
class Roots {
  public:
    // The number of the root, which may be there already.
    int add(Root root);
    [[nodiscard]] const Root& operator[](int root) const { return list_[static_cast<std::size_t>(root)]; }
    // Whether the pointer was loaded from a table of pointers, at run time.
    [[nodiscard]] bool in_table(const PointerValue& pointer) const {
        return pointer.root >= 0 && !(*this)[pointer.root].tables.empty();
    }
    std::vector<Root> take() { return std::move(list_); }

  private:
    std::vector<Root> list_;
};

class AccessLog {
  public:
    void add(RawAccess raw) { list_.push_back(std::move(raw)); }
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    [[nodiscard]] const RawAccess& operator[](std::size_t at) const { return list_[at]; }
    RawAccess& edit(std::size_t at) { return list_[at]; }
    RawAccess& last() { return list_.back(); }
    // Host code reads what the last accesses read, if they are this expression's: inspectors need not know more of the
    // load.
    void mark_host_read(const ir::Expr& expr);

    [[nodiscard]] long moment() const { return moment_; }
    // Says of an access that is noted now when that was, and what was surely done by then.
    void stamp(RawAccess& raw);
    // C's sequence points: a full expression begins; a function, or a block in an expression, is run through.
    void begin_expression() { steps_.back().second = moment_ + 1; }
    class Body {
      public:
        explicit Body(AccessLog& log) : log_(log) { log.steps_.emplace_back(log.moment_ + 1, log.moment_ + 1); }
        ~Body() { log_.steps_.pop_back(); }
        Body(const Body&) = delete;
        Body& operator=(const Body&) = delete;

      private:
        AccessLog& log_;
    };

    // All but those of these numbers.
    std::vector<RawAccess> take(const std::set<std::size_t>& without);

  private:
    std::vector<RawAccess> list_;
    long moment_ = 0; // when the last access was noted
    // For the region and each function or block in an expression that is being run through, when it was entered and
    // when its present full expression was.
    std::vector<std::pair<long, long>> steps_{{0, 0}};
};

} // namespace hydra::passes
