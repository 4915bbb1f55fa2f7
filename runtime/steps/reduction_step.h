// How the ranks' partial results of a launch become one. Scalars and small array sections go to rank 0, which combines
// them in the order in which the user's loop comes to the ranks' shares, and sends the result to all; of other
// sections, each rank gets its part from all others and combines in that order too. Either way the result is the same,
// bit for bit, wherever it is held. What nobody accumulated into does not travel: neutral elements.
#pragma once

#include "runtime/comm/header.h"
#include "runtime/comm/transport.h"
#include "runtime/plan/plan.h"
#include "runtime/stats/counters.h"
#include "runtime/stats/stopwatch.h"
#include "runtime/touch/binding.h"

#include <cstddef>
#include <vector>

namespace hydra::rt {

class ReductionStep {
  public:
    ReductionStep(Transport& transport, Counters& counters, Stopwatch& stopwatch)
        : transport_(transport), counters_(counters), stopwatch_(stopwatch) {}

    // A launch begins with these pointers of its slots.
    void begin(const hydra_rt_loop& loop, void* const* pointers);
    // Its iterations are about to run.
    void prepare(const hydra_rt_loop& loop, const Plan& plan, const Binding& binding);
    // Where this rank's iterations accumulate, laid out as the plan's accumulators say, and what they accumulate into
    // in place, one a reduction (null: nothing).
    [[nodiscard]] unsigned char* results() { return results_.data(); }
    [[nodiscard]] const unsigned char* results() const { return results_.data(); }
    [[nodiscard]] const std::vector<void*>& arrays() const { return arrays_; }
    // The results, in exchange for others of this layout.
    std::vector<unsigned char> exchange(std::vector<unsigned char> others) {
        results_.swap(others);
        return others;
    }
    // The pointers of what a launch would accumulate into in place, one a reduction. Where it is not known what the
    // loop touches, all arrays are here, and its own pointers do.
    [[nodiscard]] std::vector<void*> array_addresses(const hydra_rt_loop& loop, const std::vector<ReducedArray>& arrays,
                                                     const Binding& binding) const;

    // Ends the program where iterations have accumulated beside what the loop's clauses name.
    void check_gaps(const hydra_rt_loop& loop, const Plan& plan) const;

    // Combines what all ranks have accumulated.
    void reduce(const hydra_rt_loop& loop, const Plan& plan, const Header& header);
    // The same of a launch whose blocks rank 0 joins (Plan::blocks).
    void join_blocks(const hydra_rt_loop& loop, const Plan& plan, const Header& header);
    // Counts, in a dry run, what that would move. computed: what each rank accumulated has been counted by
    // count_pieces(), in its turn; else all of it counts.
    void count(const hydra_rt_loop& loop, const Plan& plan, bool computed);
    void count_pieces(const hydra_rt_loop& loop, const Plan& plan, std::size_t rank);
    // The combined values join the program's own.
    void store(const hydra_rt_loop& loop, const Plan& plan, void* const* reduced) const;

  private:
    enum class How { take_back, store, combine };
    void reduce_shared(const hydra_rt_loop& loop, const Plan& plan, const Header& header,
                       const std::vector<const Accumulator*>& shared);
    void reduce_parts(const hydra_rt_loop& loop, const Plan& plan);
    void count_by_way_of_rank0(const hydra_rt_loop& loop, std::size_t bytes);
    const std::string& names_of(const hydra_rt_loop& loop);
    void count_message(const hydra_rt_loop& loop, int from, int to, std::int64_t bytes, std::int64_t messages);
    [[nodiscard]] std::vector<unsigned char> pieces_for(const Plan& plan, std::size_t peer) const;
    void join_pieces(const Plan& plan, const std::vector<unsigned char>& message, How how);

    Transport& transport_;
    Counters& counters_;
    Stopwatch& stopwatch_;
    std::vector<unsigned char> results_; // of the active launch
    std::vector<void*> arrays_;          // that it accumulates into in place
    std::vector<void*> reduced_at_;      // the slots' pointers of its array reductions
    const hydra_rt_loop* named_ = nullptr;
    std::string names_; // of its reductions, for people
};

// What a launch that runs inside of another one, or without a runtime's state, has accumulated joins the program's own.
void store_scalars(const hydra_rt_loop& loop, const Accumulators& accumulators, const unsigned char* results,
                   void* const* reduced);

} // namespace hydra::rt
