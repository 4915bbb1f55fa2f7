// HYDRA_VERIFY: every rank keeps a copy of all arrays that is the sequential truth, and stops at the first difference.
//
// Around a launch, all of its iterations run in order on the truth (its bytes take the arrays' places meanwhile). Then
// they run again in other ways: in reverse; in pairs of groups that do not see one another's writes, one pair for each
// binary digit of the iteration's number, so that any two iterations are apart once; and in pieces that find nothing in
// the arrays but what the footprint says. Where the outcome is another, the footprint or the directive is wrong,
// whatever the number of ranks. Then the launch runs as always, and what this rank holds afterwards is compared with
// the truth. What it does not hold is overwritten with a pattern, so that a missed transfer shows, and serial code is
// checked to change nothing but what the directory says that it may.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/base/values.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace hydra::rt {

class Verifier {
  public:
    // devices: kernels run there, whose NaNs may have other signs than those of the host's sequential run.
    // strict: iterations may not store equal values in one element either.
    Verifier(Registry& registry, int rank, int node_ranks, bool devices = false, bool strict = false)
        : registry_(registry), rank_(rank), node_ranks_(node_ranks), devices_(devices), strict_(strict) {}

    using Accesses = std::vector<RankAccess>; // one an allocation of a binding

    struct Launch {
        const hydra_rt_loop& loop;
        const Binding& binding;
        const TableView* tables; // as in PlanRequest
        const long* k;
        void* args;
        long begin, end;
        bool whole; // parts of the iterations cannot be asked for what they touch
        // What iterations touch; asked for while the truth is in place.
        std::function<Accesses(const Interval&)> accesses;
        // Runs iterations on one thread in the user's order; receives the results of the accumulators.
        std::function<void(const Accumulators&, std::span<const Interval>, unsigned char*)> run;
        PlanMaker::InPlace in_place; // what it reduces, in the arrays themselves
        bool approximate;            // devices may run it, with mathematical functions of their own
    };

    // Before anything moves data: takes over what serial code has written, and checks that it was allowed to.
    void take_over(const char* at);
    // Before a launch, when its arrays are known: takes copies of those that are new.
    void collect(const char* at);
    // Finds the truth after the launch, and whether other orders give another one. Memory is as before afterwards.
    void check(const Launch& launch);
    // After the launch: what this rank holds is the truth. results: the combined accumulators. What is reduced is held
    // by all ranks.
    void compare(const Launch& launch, const Accumulators& accumulators, const unsigned char* results);
    // Before compare: what this rank holds of the allocation, which is all of it, was computed on devices whose
    // mathematical functions may give other last bits. It is the truth but for these, and with them from here on.
    void settle(const char* at, const Binding& binding, const Allocation& allocation);
    // After a transfer for serial code: what it may read is the truth. `whole`: all of the binding's allocations.
    void compare_site(const PlanRequest& site, const char* at, const Binding& binding, const Accesses& accesses);
    void compare_whole(const char* at, const Binding& binding);
    // Serial code copies bytes on all ranks: the truth goes along. After take_over().
    void copied(const Allocation& target, std::int64_t offset, const Allocation& source, std::int64_t from,
                std::size_t bytes);
    // What was the allocation of this serial number lies elsewhere now, with another size and number.
    void moved(std::uint64_t serial, Allocation& allocation);

  private:
    using Bytes = std::vector<unsigned char>;
    struct Copy {
        Allocation* allocation = nullptr;
        Bytes truth;                      // before the launch that runs, else now
        Bytes after;                      // the truth after the launch that runs
        Bytes kept;                       // the rank's own bytes while others take their place
        Bytes group;                      // what one of two groups of iterations left
        Bytes launched;                   // not 0 where a launch has ever written
        Bytes reduced;                    // not 0 where the launch that runs accumulates; empty: nowhere
        std::vector<ElementNamer> namers; // how loops and sites have looked at it, the last one last; at least one
        ElementNamer holes;               // where padding lies: `pattern` in elements of holes.elem bytes
        const char* pattern = nullptr;

        [[nodiscard]] bool counts(std::int64_t at) const;
        // Whether the byte lies behind the end of a text, in both: nobody has to have written it.
        [[nodiscard]] bool ended(std::int64_t at, const unsigned char* a, const unsigned char* b) const;
    };

    void check_memory(const char* at, std::size_t more) const;
    void learn_namers(const hydra_rt_loop& loop, const hydra_rt_footprint& footprint, const Binding& binding,
                      const TableView* tables);
    void learn_rows(const hydra_rt_loop& loop, const hydra_rt_footprint& footprint, const Binding& binding,
                    const TableView& tables);
    static void learn(Copy& copy, ElementNamer namer, const hydra_rt_look& told);
    void put_truth();
    void run_in_order(const Launch& launch);
    void check_writes(const Launch& launch, const Accesses& accesses);
    void run_on_footprint(const Launch& launch, const Interval& part);
    void run_in_reverse(const Launch& launch);
    void run_in_groups(const Launch& launch, std::int64_t width);
    // Both groups have changed the byte, to the same: a warning, or the end. Runs iterations to say which.
    void say_equal_writes(const Launch& launch, const Copy& copy, std::int64_t at);
    [[nodiscard]] long first_to_change(const Launch& launch, const Copy& copy, std::int64_t at, Interval among);
    void compare_results(const Launch& launch, const Accumulators& accumulators, const unsigned char* results) const;
    void compare_reduced(const Launch& launch, const ReducedArray& array);
    void run_part(const Launch& launch, std::span<const Interval> parts);
    void compare_order(const Launch& launch, const Copy& copy, const unsigned char* found, const char* how) const;
    void compare_held(const char* at, Copy& copy) const;
    Copy* copy_of(const Allocation& allocation);
    // Where bytes that count differ first, from `from` on; `to` where they do not.
    std::int64_t difference(const Copy& copy, const unsigned char* a, const unsigned char* b, std::int64_t from,
                            std::int64_t to) const;
    // Where the scalar ends that holds this byte, if it is a NaN in both; the byte, if it is not.
    [[nodiscard]] std::int64_t behind_nans(const Copy& copy, const unsigned char* a, const unsigned char* b,
                                           std::int64_t at) const;
    // The scalar that holds a byte, and where it starts in the allocation.
    struct Scalar {
        std::int64_t start, bytes;
        int type; // hydra_rt_look::type
    };
    static long double largest_of(const Copy& copy, int type);
    static Scalar scalar_at(const Copy& copy, std::int64_t at);
    [[nodiscard]] std::string element(const Copy& copy, std::int64_t at) const;
    [[nodiscard]] std::string value(const Copy& copy, const unsigned char* bytes, std::int64_t at) const;

    Registry& registry_;
    int rank_, node_ranks_;
    bool devices_, strict_;
    std::map<std::uint64_t, Copy> copies_; // by the allocation's serial
    Bytes truth_results_, part_;           // accumulators
    // Of each accumulator's terms, summed up; of an array's, the largest that an element was on the way. Sums may be
    // nearly zero though their terms are large.
    std::vector<long double> sizes_;
    Bytes truth_last_; // last values
    std::map<const hydra_rt_loop*, long> launches_;
    std::set<const hydra_rt_loop*> equal_told_; // loops whose iterations were said to store equal values
};

} // namespace hydra::rt
