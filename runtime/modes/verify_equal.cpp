// See verify.h: iterations that store one value in one element. No order of theirs gives another answer, but the loop
// is none whose iterations are independent, and with other data the values may differ.
#include "runtime/modes/verify.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/modes/verify_bytes.h"

namespace hydra::rt {

// The least of these iterations that alone, with those before it among them, changes the byte: their runs from the
// state before the launch are halved.
long Verifier::first_to_change(const Launch& launch, const Copy& copy, std::int64_t at, Interval among) {
    long least = among.lo, most = among.hi - 1; // it is one of these
    while (least < most) {
        const long middle = least + (most - least) / 2;
        put_truth();
        const Interval part{among.lo, middle + 1};
        run_part(launch, {&part, 1});
        const bool changed = bytes_of(*copy.allocation)[at] != copy.truth[static_cast<std::size_t>(at)];
        (changed ? most : least) = changed ? middle : middle + 1;
    }
    return least;
}

void Verifier::say_equal_writes(const Launch& launch, const Copy& copy, std::int64_t at) {
    const long first = first_to_change(launch, copy, at, {launch.begin, launch.end});
    const long second = first_to_change(launch, copy, at, {first + 1, launch.end});
    const std::string found = text("iterations ", first, " and ", second, " both store ",
                                   value(copy, copy.after.data(), at), " in ", element(copy, at));
    if (strict_)
        fail(launch.loop.at, text("HYDRA_VERIFY: the loop is not parallel: ", found, " [hydra-race]"),
             difference_status);
    if (rank_ == 0)
        complain(text(launch.loop.at, ": warning: HYDRA_VERIFY: ", found,
                      "; here their order makes no difference, with other data it may [hydra-race]"));
}

} // namespace hydra::rt
