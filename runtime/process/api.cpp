// hydra_rt.h, forwarded to the process's runtime. (Footprints' functions are in footprint.cpp, those of inspectors in
// inspector.cpp, those of kernels' arguments in params.cpp.)
#include "runtime/base/fail.h"
#include "runtime/process/kept_errors.h"
#include "runtime/process/layouts.h"
#include "runtime/process/process.h"
#include "runtime/process/rank0.h"

#include <cstring>
#include <optional>

using hydra::rt::KeptErrors;

namespace {

hydra::rt::Runtime& runtime() {
    if (hydra::rt::process_runtime() == nullptr)
        hydra_rt_start();
    return *hydra::rt::process_runtime();
}

// As they were before the active launch. To look at them waits for all arithmetic that is under way, so that is done
// where a launch begins and where it ends: between its steps there is no code of the program's own.
std::optional<hydra::rt::KeptExceptions> before_launch;

// Of the launch that begins next. (No launch is active, so nobody else asks.)
hydra::rt::AskedOfLaunch next_asked;

// Each flag has a bit of its own: the sum of all is that of the bits.
template <unsigned... flags>
constexpr bool are_bits = (((flags & (flags - 1)) == 0) && ...) && (flags + ...) == (flags | ...);
static_assert(are_bits<HYDRA_RT_REPLICATED, HYDRA_RT_DESCENDING, HYDRA_RT_MAY_EXIT, HYDRA_RT_MAY_ABORT,
                       HYDRA_RT_IN_TURN, HYDRA_RT_ORDERED, HYDRA_RT_LEAVES_ERRORS, HYDRA_RT_SHARES_IN_ORDER,
                       HYDRA_RT_MOVES, HYDRA_RT_WINDOWS, HYDRA_RT_STREAMS, HYDRA_RT_INDEPENDENT, HYDRA_RT_BRIEF,
                       HYDRA_RT_WALKS, HYDRA_RT_LIGHT, HYDRA_RT_SPLIT, HYDRA_RT_IN_ROWS, HYDRA_RT_MAY_TELL>);
static_assert(are_bits<HYDRA_RT_FOUND_READ, HYDRA_RT_FOUND_WRITE, HYDRA_RT_FOUND_INDEX, HYDRA_RT_FOUND_FINE,
                       HYDRA_RT_FOUND_COARSE, HYDRA_RT_FOUND_MAYREAD, HYDRA_RT_FOUND_MAYWRITE, HYDRA_RT_FOUND_OWN>);

// Serial code has nothing to ask for.
bool is_single() { return hydra_rt_single != 0; }

// A step has been made that ranks share.
void after_step(const char* at) {
    if (hydra::rt::Floor* const floor = hydra::rt::the_floor(); floor != nullptr && hydra::rt::in_step())
        floor->after_step(at);
}

} // namespace

extern "C" {

int hydra_rt_spread(hydra_rt_loop* loop, void* const* pointers, const long* k, long begin, long end, void* args,
                    void* const* reduced) {
    hydra::rt::SingleRank& single = *hydra::rt::single_rank();
    if (single.is_running())
        return HYDRA_RT_HERE;
    if (hydra::rt::Floor* const floor = hydra::rt::the_floor(); floor != nullptr && hydra::rt::in_step()) {
        const KeptErrors kept;
        if (floor->leaves_for(*loop, k, {begin, end}))
            return HYDRA_RT_SHARED;
    }
    if (single.is_small(*loop, end - begin))
        return HYDRA_RT_HERE;
    KeptErrors kept;
    if (!single.spread(*loop, {*loop, pointers, k, {begin, end}, args}, reduced))
        return HYDRA_RT_HERE;
    kept.add(single.left());
    return HYDRA_RT_HAS_RUN;
}

void hydra_rt_begin(hydra_rt_launch* l, hydra_rt_loop* loop, void* const* pointers, const long* k, long begin, long end,
                    long align_offset, void* args) {
    if (is_single()) { // in a function that has no copy for one rank: all of it is done at the end
        *l = {loop, args, nullptr, begin, end, pointers + loop->slots};
        return;
    }
    const hydra::rt::KeptErrno kept;
    if (!runtime().in_launch()) {
        before_launch.emplace();
        if ((loop->flags & HYDRA_RT_LEAVES_ERRORS) != 0)
            runtime().begin_with(std::fetestexcept(FE_ALL_EXCEPT));
    }
    hydra::rt::AskedOfLaunch asked;
    if (!runtime().in_launch())
        std::swap(asked, next_asked);
    runtime().begin(*l, *loop, pointers, k, begin, end, align_offset, args, asked);
}

void hydra_rt_unshared(void) {
    if (!is_single() && !runtime().in_launch())
        next_asked.unshared = true;
}

void hydra_rt_placed(const long* layout) {
    if (is_single() || runtime().in_launch())
        return;
    next_asked.place = hydra::rt::said_place(layout, runtime().transport().size());
}

void hydra_rt_transfer(hydra_rt_launch* l) {
    const hydra::rt::KeptErrno kept;
    runtime().transfer(*l);
}

void hydra_rt_run(hydra_rt_launch* l) {
    if (l->plan == nullptr) // inside of an iteration
        return runtime().run(*l);
    const hydra::rt::KeptErrno kept;
    runtime().run(*l);
}

void hydra_rt_commit(hydra_rt_launch* l, void* const* reduced) {
    if (l->plan == nullptr) { // inside of an iteration: the loop runs now
        runtime().commit(*l, reduced);
        return;
    }
    KeptErrors kept(*before_launch);
    runtime().commit(*l, reduced);
    kept.add(runtime().left());
    after_step(l->loop->at);
}

void hydra_rt_serial(hydra_rt_loop* site, void* const* pointers, const long* k) {
    if (is_single())
        return;
    const KeptErrors kept;
    runtime().serial(*site, pointers, k);
    if (!runtime().in_launch() && !runtime().is_alone())
        after_step(site->at);
}

int hydra_rt_alone(hydra_rt_loop* site, void* const* pointers, const long* k) {
    if (is_single())
        return 1;
    const KeptErrors kept;
    return runtime().alone(*site, pointers, k) ? 1 : 0;
}

void hydra_rt_fetch(hydra_rt_window* window, const volatile void* address, unsigned long bytes) {
    if (is_single())
        return;
    const KeptErrors kept;
    runtime().look(*window, const_cast<const char*>(static_cast<const volatile char*>(address)), bytes);
}

void hydra_rt_streams(void* const* streams, int count) {
    if (is_single())
        return;
    const KeptErrors kept;
    runtime().streams(streams, count);
}

void hydra_rt_together(const char* at, void* const* values, const unsigned long* bytes, int count) {
    if (is_single())
        return;
    // Leaves rank 0's errno where it hands that out.
    runtime().together(at, values, bytes, count);
}

void hydra_rt_settle(void) { hydra::rt::settle_work(); }

void hydra_rt_from_rank0(const char* at, void* const* values, const unsigned long* bytes, int count) {
    const KeptErrors kept;
    for (int i = 0; i < count && hydra::rt::in_step(); ++i)
        hydra::rt::hand_to_all(values[i], bytes[i], at);
}

void hydra_rt_copy(const char* at, void* to, const void* from, unsigned long bytes) {
    if (is_single())
        return;
    const KeptErrors kept;
    runtime().copy(at, to, from, bytes);
}

void hydra_rt_array(void* base, unsigned long bytes, const char* name) {
    if (bytes == 0 || hydra::rt::is_one_rank() || runtime().in_launch())
        return;
    if (is_single())
        return runtime().registry().put_off_scope(base, bytes, name);
    const KeptErrors kept;
    runtime().registry().enter_scope(base, bytes, name);
}

void hydra_rt_blank_array(void* base, unsigned long bytes, const char* name) {
    if (hydra::rt::is_one_rank())
        return;
    if (runtime().observers().restrictions().apart && !runtime().in_launch())
        std::memset(base, 0x5a, bytes); // else what lay on the stack before tells the ranks apart
    hydra_rt_array(base, bytes, name);
}

void hydra_rt_leave(void* holder) {
    if (hydra::rt::is_one_rank() || runtime().in_launch())
        return;
    const KeptErrors kept;
    runtime().registry().leave_scope(*static_cast<void**>(holder));
}

void hydra_rt_static(void* base, unsigned long bytes, const char* name) {
    if (bytes == 0)
        return;
    const KeptErrors kept;
    if (runtime(); hydra::rt::is_one_rank()) { // this may be the first call of all
        hydra::rt::single_rank()->objects().note(base, bytes);
        return;
    }
    hydra::rt::Allocation* known = runtime().registry().find(base);
    if (known == nullptr || known->base != base || known->bytes != bytes)
        runtime().registry().enter(base, bytes, name);
}

void hydra_rt_fail(const char* at, const char* message) { hydra::rt::fail(at, message); }

void hydra_rt_step_fails(const char* at, const char* before, long value, int is_unsigned, const char* behind) {
    const std::string shown =
        is_unsigned != 0 ? std::to_string(static_cast<unsigned long>(value)) : std::to_string(value);
    hydra::rt::fail(at, before + shown + behind);
}

} // extern "C"
