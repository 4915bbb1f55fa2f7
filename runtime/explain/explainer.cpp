// See explainer.h. What travels is collected in bundles, one for each array, sender and receiver; when the launch or
// the piece of serial code is over, words are found for them.
#include "runtime/explain/explainer.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/explain/drawn_parts.h"
#include "runtime/explain/part_words.h"
#include "runtime/explain/rank_parts.h"
#include "runtime/plan/names.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace hydra::rt {
namespace {

constexpr std::size_t most_boxes = 8; // of a message, that have a line each

// How an allocation is looked at where nobody says.
ElementNamer plain_namer(const Allocation& array) {
    return {array.name, 0, array.shape.elem, std::vector<long>(array.shape.len.begin(), array.shape.len.end())};
}

const char* verb_of(const hydra_rt_access_told& access, bool one) {
    switch (access.how) {
    case HYDRA_RT_READ:
    case HYDRA_RT_MAYREAD:
        return access.sometimes != 0 || access.how == HYDRA_RT_MAYREAD ? "may read" : one ? "reads" : "read";
    case HYDRA_RT_REDUCE:
        return one ? "accumulates into" : "accumulate into";
    default:
        return "may write a part of";
    }
}

} // namespace

Explainer::Explainer(const ExplainOptions& options, const LaunchParts& parts, bool plays_all, Trace* trace)
    : options_(options), transport_(parts.transport), counters_(parts.counters), messenger_(parts.messenger),
      trace_(trace), plays_all_(plays_all), writers_(plays_all ? static_cast<std::size_t>(parts.transport.size()) : 1) {
    counters_.ledger = this;
}

Explainer::~Explainer() { counters_.ledger = nullptr; }

Restrictions Explainer::restrictions() const {
    Restrictions all;
    all.keeps_request = true;
    return all;
}

template <class F> void Explainer::for_ranks(const F& f) const {
    if (!plays_all_)
        return f(transport_.rank());
    for (int rank = 0; rank < transport_.size(); ++rank)
        f(rank);
}

// ---- what travels
// -----------------------------------------------------------------------------------------------------

void Explainer::open(bool launch, const char* at, std::uint64_t step) {
    record_ = {};
    record_.launch = launch;
    record_.at = at;
    record_step_ = step;
    is_open_ = true;
    in_launch_ = launch;
    has_run_ = false;
}

void Explainer::begins(const hydra_rt_loop& loop) {
    if (!in_launch_)
        close({});
    bundles_.clear(); // of a launch that has become one in steps, before anything of it has travelled
    open(true, loop.at, messenger_.step());
    if (loop.told == nullptr)
        return;
    record_.directive = loop.told->directive == nullptr ? "" : loop.told->directive;
    record_.last_line = loop.told->last_line;
    for (int a = 0; a < loop.told->accesses; ++a)
        if (const std::string at = loop.told->access[a].at;
            std::find(record_.accesses_at.begin(), record_.accesses_at.end(), at) == record_.accesses_at.end())
            record_.accesses_at.push_back(at);
}

void Explainer::sent(const Moved& moved) { add(moved, true, plays_all_); }
void Explainer::expected(const Moved& moved) { add(moved, false, true); }

void Explainer::add(const Moved& moved, bool is_sent, bool is_expected) {
    if (!in_launch_ && (!is_open_ || record_step_ != moved.step || record_.at != moved.at)) {
        close({});
        if (moved.array == nullptr && last_serial_ && last_serial_->at == moved.at)
            reopen();
        else
            open(false, moved.at, moved.step);
    }
    const std::string what = moved.what == nullptr ? "" : moved.what;
    const auto same = [&](const Bundle& one) {
        return one.kind == moved.kind && one.from == moved.from && one.to == moved.to && one.after == has_run_ &&
               (moved.bytes == 0 || (one.array == moved.array && one.index == moved.index && one.what == what));
    };
    auto bundle = std::find_if(bundles_.begin(), bundles_.end(), same);
    if (bundle == bundles_.end())
        bundle = bundles_.insert(bundles_.end(), {moved.kind, moved.from, moved.to, moved.array, moved.index, what});
    bundle->after = has_run_;
    if (trace_ != nullptr && bundle->began == 0)
        bundle->began = left_at_;
    bundle->bytes += is_sent ? moved.bytes : 0;
    bundle->messages += is_sent ? moved.messages : 0;
    bundle->sent = bundle->sent || is_sent;
    bundle->expected = bundle->expected || is_expected;
    if (moved.part != nullptr)
        bundle->part = bundle->part.empty() ? *moved.part : bundle->part | *moved.part;
}

// ---- words
// ------------------------------------------------------------------------------------------------------------

void Explainer::find_reason(MessageLine& line, const Region& part, const Bundle& bundle, const Asking& asking) {
    line.part = part_words(part, bundle.array->shape, plain_namer(*bundle.array));
    line.reason = record_.launch ? text("the loop at ", record_.at, " needs it")
                                 : text("serial code at ", record_.at, " reads it");
    if (asking.request == nullptr || asking.request->loop->told == nullptr) // a window's elements
        return;
    const PlanRequest& request = *asking.request;
    const Binding& binding = *asking.binding;
    const auto found = std::find(binding.allocations.begin(), binding.allocations.end(), bundle.array);
    if (found == binding.allocations.end())
        return;
    const auto a = static_cast<std::size_t>(found - binding.allocations.begin());
    const std::vector<ElementNamer> namers = faces_of(request, binding, a);
    const ElementNamer& namer = namer_at(namers, rt::runs(part, bundle.array->shape).front().offset);
    line.here = namer.name == line.array ? "" : namer.name;
    if (bundle.after) {
        line.part = part_words(part, bundle.array->shape, namer);
        line.reason = text("it keeps what stands in its part of the array, where the loop at ", record_.at,
                           " has left many pieces");
        return;
    }
    const bool is_launch = asking.plan != nullptr && record_.launch;
    const RankShare share = is_launch ? share_of(request, *asking.plan, line.to, plays_all_)
                                      : RankShare{request, {{request.begin, request.end}}, false};
    const Reader reader = reader_of(share.request, binding, line.to, share.iterations, a, part, request.rounds);
    line.part = part_words(part, bundle.array->shape, namer, reader.inner);
    if (reader.access == nullptr)
        return;
    line.access = reader.text;
    line.access_at = reader.access->at;
    for (const hydra_rt_access_told* other : reader.others)
        line.also_at += text(other->at, " ");
    const std::size_t count = reader.others.size();
    std::string behind = count == 0 ? "" : text(" (and ", count, count == 1 ? " other access)" : " other accesses)");
    if (!reader.covers)
        behind += ", but for elements that the communication scheme adds";
    const hydra_rt_access_told& access = *reader.access;
    if (!record_.launch) {
        line.reason = text("serial code ", verb_of(access, true), " ", line.access, " at ", record_.at, behind);
        return;
    }
    if (reader.writes) {
        line.reason = text("it holds this from now on, whoever writes it");
        return;
    }
    line.has_iteration = reader.iteration.has_value();
    line.iteration = reader.iteration.value_or(0);
    const hydra_rt_told& told = *request.loop->told;
    if (line.has_iteration && told.step != 0)
        line.iteration = told.first + told.step * line.iteration;
    line.reason = line.has_iteration ? text("its iteration ", iteration_words(*request.loop, *reader.iteration), " ",
                                            verb_of(access, true), " ", line.access, " at ", record_.at, behind)
                                     : text("its ", iterations_words(*request.loop, share.iterations, nullptr), " ",
                                            verb_of(access, false), " ", line.access, " at ", record_.at,
                                            reader.looked_up ? ", as looked up before" : "", behind);
}

// How the sender comes to have it.
std::string Explainer::origin_of(const Bundle& bundle, const Region& part) {
    if (bundle.after)
        return "has written it now";
    for (const Bundle& before : bundles_)
        if (!before.after && before.to == bundle.from && before.expected && before.array == bundle.array &&
            before.part.intersects(part))
            return text("has just got it from rank ", before.from);
    return writers_of(bundle.from).of(*bundle.array, part);
}

void Explainer::note_lines(const Bundle& bundle, const Asking& asking) {
    MessageLine line;
    line.kind = bundle.kind;
    line.from = bundle.from;
    line.to = bundle.to;
    line.sent = bundle.sent;
    line.expected = bundle.expected;
    line.bytes = bundle.bytes;
    line.messages = bundle.messages;
    line.index = bundle.index;
    if (bundle.array == nullptr || bundle.part.empty()) {
        line.expected = true; // there is no more to know
        line.array = bundle.array == nullptr ? "" : shown_name(bundle.array->name);
        line.part = !bundle.what.empty()      ? bundle.what
                    : bundle.array == nullptr ? "bytes that say how much follows"
                                              : "bytes that the communication scheme adds";
        if (bundle.kind == Moved::Kind::reduction)
            line.reason = bundle.to == 0 ? "what it has accumulated" : "the result of all ranks";
        record_.lines.push_back(std::move(line));
        return;
    }
    line.array = shown_name(bundle.array->name);
    std::vector<Region> parts;
    for (std::size_t box = 0; box < bundle.part.boxes() && bundle.part.boxes() <= most_boxes; ++box)
        parts.emplace_back(bundle.part.box(box));
    if (parts.empty())
        parts.push_back(bundle.part);
    std::int64_t left = bundle.bytes;
    for (const Region& part : parts) {
        MessageLine one = line;
        one.number = static_cast<int>(&part - parts.data());
        one.messages = one.number == 0 ? bundle.messages : 0;
        one.bytes = region_bytes(part, bundle.array->shape);
        left -= one.bytes;
        one.sent = bundle.sent;
        if (bundle.sent)
            one.origin = origin_of(bundle, part);
        if (bundle.expected)
            find_reason(one, part, bundle, asking);
        if (is_drawn()) {
            one.boxes = drawn_boxes(part, bundle.array->shape);
            one.extents = drawn_extents(bundle.array->shape);
        }
        if (trace_ != nullptr && !bundle.expected)
            one.part = part_words(part, bundle.array->shape, plain_namer(*bundle.array));
        trace_line(bundle, one);
        one.bytes = bundle.sent ? one.bytes : 0; // counted once
        record_.lines.push_back(std::move(one));
    }
    if (bundle.sent && left > 0) { // what a communication scheme sends besides
        line.bytes = left;
        line.messages = 0;
        line.number = static_cast<int>(parts.size());
        line.expected = true;
        line.part = "bytes that the communication scheme adds";
        record_.lines.push_back(std::move(line));
    }
}

void Explainer::note_received(bool after) {
    for (const Bundle& bundle : bundles_)
        if (bundle.expected && bundle.after == after && bundle.array != nullptr && !bundle.part.empty())
            writers_of(bundle.to).note(*bundle.array, bundle.part,
                                       text("has it from rank ", bundle.from, " since ", record_.at));
}

void Explainer::flush() {
    if (last_serial_ && !options_.file.empty())
        told_.add(last_serial_step_, *last_serial_);
    last_serial_.reset();
}

void Explainer::reopen() {
    record_ = std::move(*last_serial_);
    last_serial_.reset();
    record_step_ = last_serial_step_;
    is_open_ = true;
    in_launch_ = has_run_ = false;
}

void Explainer::finish() {
    flush();
    const bool brought =
        !record_.lines.empty() && std::all_of(record_.lines.begin(), record_.lines.end(),
                                              [](const MessageLine& line) { return !line.array.empty(); });
    if (!record_.launch && brought) { // it may go on
        last_serial_ = std::move(record_);
        last_serial_step_ = record_step_;
    } else if (!options_.file.empty()) {
        told_.add(record_step_, record_);
    }
    bundles_.clear();
    is_open_ = in_launch_ = false;
}

// An end of the message's arrow in the trace. Both ranks number messages alike: by step, and by sender and receiver.
void Explainer::trace_line(const Bundle& bundle, const MessageLine& line) {
    if (trace_ == nullptr)
        return;
    std::uint64_t id = record_step_;
    for (const int part :
         {line.from, line.to, static_cast<int>(line.kind), line.index, line.number, bundle.after ? 1 : 0})
        id = (id ^ static_cast<std::uint64_t>(part + 1)) * 0x9E3779B97F4A7C15ULL;
    id >>= 11; // viewers read it as a double
    const std::string what = line.array.empty() ? line.part : text(line.part, " of '", line.array, "'");
    if (bundle.sent)
        trace_->add_message(bundle.began, {true, line.to, line.bytes, id, line.array, what, line.origin});
    if (bundle.expected)
        trace_->add_message(bundle.ended, {false, line.from, line.bytes, id, line.array, what, line.reason});
}

void Explainer::arrived() {
    const double here = now();
    for (Bundle& bundle : bundles_)
        bundle.ended = bundle.ended == 0 ? here : bundle.ended;
}

void Explainer::close(const Asking& asking) {
    if (!is_open_)
        return;
    for (const Bundle& bundle : bundles_)
        note_lines(bundle, asking);
    note_received(false);
    finish();
}

// ---- launches
// ---------------------------------------------------------------------------------------------------------

std::string Explainer::why_everywhere(const LaunchContext& context, const Plan& plan) const {
    const hydra_rt_loop& loop = *context.request.loop;
    if (!plan.replicated || transport_.size() == 1)
        return "";
    if ((loop.flags & HYDRA_RT_REPLICATED) != 0)
        return "as the compiler decided (its report says why)";
    if (context.unshared)
        return "as the program says, or since sharing it out would cost more than it saves";
    if (plan.overlap)
        return "since iterations of different ranks meet";
    return "since sharing it out would cost more than it saves, or what it touches is not known";
}

// Its writes are noted, too.
RankPart Explainer::part_of(const LaunchContext& context, const Plan& plan, int rank) {
    const RankShare share = share_of(context.request, plan, rank, plays_all_);
    const Binding& binding = context.binding();
    Access access;
    RankPart part = rank_part(share, binding, rank, is_drawn(), access);
    for (std::size_t a = 0; a < access.size(); ++a) {
        const Allocation& array = *binding.allocations[a];
        writers_of(rank).note(array, access[a].maywrite - access[a].write, text("may have written it at ", record_.at));
        writers_of(rank).note(array, access[a].write, text("wrote it at ", record_.at));
    }
    for (const ReducedArray& array : plan.arrays)
        if (!array.parts.empty())
            writers_of(rank).note(*binding.allocations[static_cast<std::size_t>(array.allocation)],
                                  array.parts[static_cast<std::size_t>(rank)], text("combined it at ", record_.at));
    return part;
}

void Explainer::committed(LaunchContext& context, const hydra_rt_launch& launch) {
    if (!is_open_)
        return;
    const Plan& plan = *static_cast<const Plan*>(launch.plan);
    const Interval all{context.request.begin, context.request.end};
    record_.all_iterations = iterations_words(*launch.loop, {&all, 1}, nullptr);
    record_.note = why_everywhere(context, plan);
    // First what travelled, whose senders had it before the loop wrote anything.
    for (const Bundle& bundle : bundles_)
        note_lines(bundle, {&context.request, &context.binding(), &plan});
    note_received(false);
    for_ranks([&](int rank) {
        RankPart part = part_of(context, plan, rank);
        if (!plan.replicated || rank == 0)
            record_.parts.push_back(std::move(part));
    });
    note_received(true);
    finish();
}

// ---- serial code
// ------------------------------------------------------------------------------------------------------

void Explainer::served(const PlanRequest& request, const Binding& binding) {
    if (!in_launch_)
        close({&request, &binding, nullptr});
}

void Explainer::gathered(const char*, const Binding&) {
    if (!in_launch_)
        close({});
}

void Explainer::copied(const Allocation& target, std::int64_t offset, const Allocation& source, std::int64_t from,
                       std::size_t bytes) {
    const auto count = static_cast<std::int64_t>(bytes);
    for_ranks([&](int rank) {
        Writers& writers = writers_of(rank);
        const std::string how = writers.of_bytes(source, from, count);
        writers.note_copy(target, offset, count,
                          text("copied it at ", moving_at_, how.empty() ? "" : text(" and ", how, " before")));
    });
}

// ---- the end
// ----------------------------------------------------------------------------------------------------------

void Explainer::ended() {
    close({});
    flush();
    if (options_.file.empty())
        return;
    const std::vector<Told> ranks = told_.gather(transport_, plays_all_);
    if (transport_.rank() != 0)
        return;
    const bool json = is_drawn();
    std::string all = tell(ranks, transport_.size(), options_.place, json);
    if (const std::int64_t alone = counters_.account.at_floor; alone > 0 && !told_.places().empty() && !json)
        all += text("not told: ", alone, alone == 1 ? " launch" : " launches",
                    " that every rank ran for itself, as sharing out cost more than it saved; with "
                    "HYDRA_POLICY=distribute, all are shared out\n");
    if (options_.file == "-") {
        for (std::size_t at = 0; at < all.size();) {
            const ssize_t count = write(options_.real_stderr, all.data() + at, all.size() - at);
            if (count <= 0)
                return;
            at += static_cast<std::size_t>(count);
        }
        return;
    }
    std::FILE* file = std::fopen(options_.file.c_str(), "w");
    bool written = file != nullptr && std::fwrite(all.data(), 1, all.size(), file) == all.size();
    written = (file == nullptr || std::fclose(file) == 0) && written;
    if (!written)
        fail("", text("HYDRA_EXPLAIN: ", options_.file, ": ", std::strerror(errno)));
}

} // namespace hydra::rt
