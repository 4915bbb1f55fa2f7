// See found_answers.h. Who rents as long as that costs less than to buy pays at most twice the least; where what was
// bought has been of no use, the next time must be worth twice as much.
#include "runtime/single/found_answers.h"

#include "runtime/policy/worth_devices.h"

#include <algorithm>

namespace hydra::rt {

// Those that the answer may depend on: of slots, watched cells and marks.
static std::size_t pointers_of(const hydra_rt_loop& loop) {
    return static_cast<std::size_t>(loop.slots + loop.watches + loop.inspection->marks);
}

std::optional<Independence> FoundAnswers::known(const SingleLaunch& launch, std::uint64_t gone) {
    const hydra_rt_loop& loop = launch.loop;
    const std::size_t pointers = pointers_of(loop);
    for (const Answer& answer : answers_) {
        const bool same = answer.gone == gone && answer.iterations == launch.iterations &&
                          answer.pointers.size() == pointers &&
                          std::equal(answer.pointers.begin(), answer.pointers.end(), launch.pointers) &&
                          std::equal(answer.keys.begin(), answer.keys.end(), launch.k);
        if (!same)
            continue;
        if (!std::all_of(answer.decided_by.begin(), answer.decided_by.end(),
                         [](const Content& content) { return content.is_as_it_was(); }))
            return std::nullopt;
        unused_ = 0;
        is_new_ = false;
        return answer.independence;
    }
    return std::nullopt;
}

double FoundAnswers::allowance(double saved, std::int64_t iterations) {
    const double price = begun_ + price_ * static_cast<double>(iterations);
    if (price <= saved * worth::most_part_for_question && (price_ != 0 || unused_ == 0))
        return saved * worth::most_part_for_question;
    forgone_ += saved;
    if (forgone_ < price * static_cast<double>(1L << unused_))
        return 0;
    forgone_ = 0;
    return 2 * price;
}

void FoundAnswers::has_asked(double seconds, double begun, std::int64_t iterations, bool answered) {
    begun_ = begun;
    price_ =
        std::max((seconds - begun) / static_cast<double>(std::max<std::int64_t>(1, iterations)), answered ? 0 : price_);
    if (is_new_ || !answered)
        unused_ = std::min(unused_ + 1, worth::most_refusals);
    is_new_ = answered;
}

void FoundAnswers::remember(const SingleLaunch& launch, std::uint64_t gone, Independence answer,
                            std::vector<Content> decided_by) {
    const hydra_rt_loop& loop = launch.loop;
    Answer made;
    made.pointers.assign(launch.pointers, launch.pointers + pointers_of(loop));
    made.keys.assign(launch.k, launch.k + loop.keys);
    made.iterations = launch.iterations;
    made.gone = gone;
    made.independence = answer;
    made.decided_by = std::move(decided_by);
    for (const Content& content : made.decided_by)
        made.bytes += content.bytes();
    std::erase_if(answers_, [&](const Answer& old) {
        return old.pointers == made.pointers && old.keys == made.keys && old.iterations == made.iterations;
    });
    answers_.push_front(std::move(made));
    std::size_t all = 0, kept = 0;
    for (const Answer& each : answers_)
        if ((all += each.bytes) <= worth::most_remembered_bytes && kept < worth::most_remembered_answers)
            ++kept;
        else
            break;
    answers_.resize(std::max<std::size_t>(1, kept));
}

} // namespace hydra::rt
