// May threads share out a launch of the only rank? The compiler's proof, or footprints, tell which iterations meet in
// one pointer's memory; what is asked here is whether different pointers lead to the same bytes, by their addresses.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/single/objects.h"
#include "runtime/single/row_spans.h"

#include <cstring>
#include <functional>
#include <optional>
#include <vector>

namespace hydra::rt {

// A launch, as hydra_rt_spread is told of it. pointers: one a slot, then one a watched cell.
struct SingleLaunch {
    const hydra_rt_loop& loop;
    void* const* pointers;
    const long* k;
    Interval iterations;
    void* args;
};

enum class Independence {
    none,    // not known
    threads, // no thread touches what another one writes, as `shares` cuts the iterations
    proved   // no iteration touches what another one writes, and no slot what another one writes
};

// Bytes as they stood when somebody looked.
class Content {
  public:
    Content(const char* from, std::size_t bytes) : from_(from), then_(from, from + bytes) {}
    [[nodiscard]] bool is_as_it_was() const { return std::memcmp(from_, then_.data(), then_.size()) == 0; }
    [[nodiscard]] std::size_t bytes() const { return then_.size(); }

  private:
    const char* from_;
    std::vector<char> then_;
};

// Whether it may be that the launch's boxes show its iterations to be independent (HYDRA_RT_IN_ROWS).
bool boxes_may_tell(const hydra_rt_loop& loop);

// Whether the loop writes where only its inspectors tell.
bool writes_what_is_found(const hydra_rt_loop& loop);
// As independence_of() of such a loop, of which inspectors find what each share touches. goes_on: whether there is time
// left; else the answer is nullopt. decided_by: gets what the answer depends on besides pointers and keys.
std::optional<Independence> found_independence(const SingleLaunch& launch, const ObjectTable& objects,
                                               const std::vector<std::vector<Interval>>& shares,
                                               const std::function<bool(std::int64_t done)>& goes_on,
                                               std::vector<Content>& decided_by);

// shares: of the threads. cells: gets the pointers in memory that lead to rows; the answer holds while they stay.
Independence independence_of(const SingleLaunch& launch, const ObjectTable& objects,
                             const std::vector<std::vector<Interval>>& shares, std::vector<TableCells>& cells);

// Of a loop that was proved once: whether it still is, since each slot leads to the begin of an object of its own in
// which no watched cell lies. It takes few instructions, so that it may be asked for each launch, where pointers are
// exchanged or bounds move from one to the next.
bool lead_to_own_objects(const SingleLaunch& launch, const ObjectTable& objects);

} // namespace hydra::rt
