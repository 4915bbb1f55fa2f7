// See verify.h: the copies of the truth, the names of their elements, and what serial code may do to them.
#include "runtime/base/fail.h"
#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/modes/verify.h"
#include "runtime/modes/verify_bytes.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace hydra::rt {
namespace {

constexpr std::size_t copies_of_each = 5; // the bytes of a Copy

// Whether the range is on the stack below the frames that run: a scope that was left without a word.
bool is_gone(const Allocation& allocation) {
    constexpr std::ptrdiff_t near = 64 << 20;
    const char* here = static_cast<const char*>(__builtin_frame_address(0));
    return allocation.base < here && here - allocation.base < near;
}

// x86's long double, also as the parts of a complex number: a value of 80 bits, and padding.
bool is_long_double_padding(const MemberAt& found, std::int64_t at) {
    constexpr std::int64_t value = std::numeric_limits<long double>::digits == 64 ? 10 : sizeof(long double);
    const int type = found.member->type - 1;
    return (type == HYDRA_RT_LDOUBLE || type == HYDRA_RT_CLDOUBLE) &&
           (at - found.start) % static_cast<std::int64_t>(sizeof(long double)) >= value;
}

hydra_rt_look look_of(const hydra_rt_loop& loop, std::size_t slot) {
    return loop.look != nullptr ? loop.look[slot] : hydra_rt_look{0, 0, nullptr};
}

} // namespace

// ---- copies ------------------------------------------------------------------------------------------------------

bool Verifier::Copy::counts(std::int64_t at) const {
    if (!reduced.empty() && reduced[static_cast<std::size_t>(at)] != 0)
        return false;
    if (holes.members != nullptr) {
        const std::optional<MemberAt> found = member_at(holes, at);
        return found && !is_long_double_padding(*found, at);
    }
    if (pattern == nullptr)
        return true;
    const std::int64_t within = (at - start_of(holes, at)) % holes.elem;
    return pattern[within < 0 ? within + holes.elem : within] != '-';
}

bool Verifier::Copy::ended(std::int64_t at, const unsigned char* a, const unsigned char* b) const {
    const std::optional<MemberAt> found = member_at(holes, at);
    if (!found || found->member->type != 1 + HYDRA_RT_CHAR || found->member->count == 0 || found->start < 0)
        return false;
    const auto before = static_cast<std::size_t>(at - found->start);
    return std::memchr(a + found->start, 0, before) != nullptr && std::memchr(b + found->start, 0, before) != nullptr;
}

Verifier::Copy* Verifier::copy_of(const Allocation& allocation) {
    auto found = copies_.find(allocation.serial);
    return found == copies_.end() ? nullptr : &found->second;
}

void Verifier::check_memory(const char* at, std::size_t more) const {
    if (more < static_cast<std::size_t>(worth_checking))
        return;
    const std::size_t available = available_memory() / static_cast<std::size_t>(node_ranks_);
    if (more > available)
        fail(at, text("HYDRA_VERIFY keeps copies of all arrays: each rank needs ", more, " bytes more here, and ",
                      available, " bytes are available"));
}

// Copies for what is new, none for what is gone.
void Verifier::collect(const char* at) {
    std::erase_if(copies_, [](const auto& entry) {
        return !entry.second.allocation->live || entry.second.allocation->serial != entry.first;
    });
    std::vector<Allocation*> fresh;
    std::size_t more = 0;
    registry_.for_each([&](Allocation& allocation) {
        if (is_gone(allocation) || copies_.contains(allocation.serial))
            return;
        fresh.push_back(&allocation);
        more += copies_of_each * allocation.bytes;
    });
    check_memory(at, more);
    for (Allocation* allocation : fresh) {
        Copy& copy = copies_[allocation->serial];
        copy.allocation = allocation;
        copy.truth.assign(bytes_of(*allocation), bytes_of(*allocation) + allocation->bytes);
        copy.launched.assign(allocation->bytes, 0);
        copy.namers.push_back({allocation->name});
    }
}

void Verifier::learn(Copy& copy, ElementNamer namer, const hydra_rt_look& told) {
    if (told.members != nullptr) {
        copy.holes = namer;
        copy.pattern = nullptr;
    } else if (copy.holes.members == nullptr && told.padding != nullptr &&
               std::strlen(told.padding) == static_cast<std::size_t>(namer.elem)) {
        copy.holes = namer;
        copy.pattern = told.padding;
    }
    std::erase_if(copy.namers, [&](const ElementNamer& known) { return known.elem == 0 || known.name == namer.name; });
    copy.namers.push_back(std::move(namer));
}

void Verifier::learn_namers(const hydra_rt_loop& loop, const hydra_rt_footprint& footprint, const Binding& binding,
                            const TableView* tables) {
    for (std::size_t slot = 0; slot < footprint.slots.size() && slot < binding.of_slot.size(); ++slot) {
        const hydra_rt_footprint::Slot& shape = footprint.slots[slot];
        if (binding.of_slot[slot] == Binding::none || shape.elem == 0 || !shape.tables.empty())
            continue;
        if (Copy* copy = copy_of(*binding.allocations[static_cast<std::size_t>(binding.of_slot[slot])]))
            learn(*copy, namer_of(loop, slot, shape, binding.offset[slot]), look_of(loop, slot));
    }
    if (tables != nullptr)
        learn_rows(loop, footprint, binding, *tables);
}

// Of what tables of pointers lead to: each allocation gets the names of its own rows.
void Verifier::learn_rows(const hydra_rt_loop& loop, const hydra_rt_footprint& footprint, const Binding& binding,
                          const TableView& tables) {
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot) {
        const hydra_rt_footprint::Slot& shape = footprint.slots[slot];
        if (shape.tables.empty() || shape.elem == 0)
            continue;
        std::map<const Allocation*, ElementNamer> namers;
        for (auto& [pointer, subscripts] : tables.row_names(slot, shape)) {
            const int allocation = binding.of_slot[tables.slot_of(slot, pointer)];
            if (allocation == Binding::none)
                continue;
            const Allocation* rows = binding.allocations[static_cast<std::size_t>(allocation)];
            ElementNamer& namer = namers.try_emplace(rows, namer_of_rows(loop, slot, shape)).first->second;
            namer.led.emplace_back(pointer - rows->base, std::move(subscripts));
        }
        for (auto& [rows, namer] : namers)
            if (Copy* copy = copy_of(*rows))
                learn(*copy, std::move(namer), look_of(loop, slot));
    }
}

std::int64_t Verifier::behind_nans(const Copy& copy, const unsigned char* a, const unsigned char* b,
                                   std::int64_t at) const {
    const Scalar scalar = devices_ ? scalar_at(copy, at) : Scalar{at, 1, 0};
    const bool alike = scalar.type != 0 && equal_but_for_nans(static_cast<hydra_rt_type>(scalar.type - 1),
                                                              a + scalar.start, b + scalar.start);
    return alike ? scalar.start + scalar.bytes : at;
}

std::int64_t Verifier::difference(const Copy& copy, const unsigned char* a, const unsigned char* b, std::int64_t from,
                                  std::int64_t to) const {
    while (from < to) {
        from = std::mismatch(a + from, a + to, b + from).first - a;
        if (from >= to)
            break;
        if (copy.counts(from) && !copy.ended(from, a, b)) {
            const std::int64_t behind = behind_nans(copy, a, b, from);
            if (behind <= from)
                return from;
            from = behind;
        } else {
            ++from;
        }
    }
    return to;
}

std::string Verifier::element(const Copy& copy, std::int64_t at) const {
    return element_text(namer_at(copy.namers, at), copy.allocation->name, at);
}

Verifier::Scalar Verifier::scalar_at(const Copy& copy, std::int64_t at) {
    ElementNamer namer = namer_at(copy.namers, at);
    if (const std::optional<MemberAt> found = member_at(namer, at)) {
        namer.offset = found->start;
        namer.elem = found->member->bytes;
        namer.type = found->member->type;
    }
    if (namer.elem <= 0)
        return {at, 1, 0};
    const std::int64_t within = ((at - namer.offset) % namer.elem + namer.elem) % namer.elem;
    if (at - within < 0 || at - within + namer.elem > static_cast<std::int64_t>(copy.allocation->bytes))
        return {at, 1, 0};
    return {at - within, namer.elem, namer.type};
}

std::string Verifier::value(const Copy& copy, const unsigned char* bytes, std::int64_t at) const {
    const Scalar scalar = scalar_at(copy, at);
    bool never = true; // came here
    for (std::int64_t i = scalar.start; i < scalar.start + scalar.bytes; ++i)
        never = never && bytes[i] == stale(i);
    return never ? "a value that was never sent here"
                 : value_text(scalar.type, bytes + scalar.start, static_cast<std::size_t>(scalar.bytes));
}

// ---- serial code ---------------------------------------------------------------------------------------------------

void Verifier::take_over(const char* at) {
    collect(at);
    for (auto& [serial, its_copy] : copies_) {
        auto& copy = its_copy;
        const Allocation& allocation = *copy.allocation;
        const unsigned char* here = bytes_of(allocation);
        if (allocation.everywhere) {
            std::copy(here, here + allocation.bytes, copy.truth.begin());
            continue;
        }
        for (const DirState::Entry& entry : allocation.state->full().entries()) {
            const bool all = entry.holders.is_all(), mine = entry.holders.contains(rank_);
            for_each_run(entry.region, allocation.shape, [&](Run run) {
                const std::int64_t end = run.offset + run.bytes;
                if (all) {
                    std::copy(here + run.offset, here + end, copy.truth.begin() + run.offset);
                    return;
                }
                std::int64_t bad = mine ? difference(copy, here, copy.truth.data(), run.offset, end) : run.offset;
                while (!mine && bad < end && here[bad] == stale(bad))
                    ++bad;
                if (bad < end)
                    fail(at,
                         text("HYDRA_VERIFY: serial code before this line changed ", element(copy, bad), " to ",
                              value(copy, here, bad), ", of which rank ", rank_,
                              " did not know that serial code may change it"),
                         difference_status);
            });
        }
    }
}

void Verifier::compare_site(const PlanRequest& site, const char* at, const Binding& binding, const Accesses& accesses) {
    hydra_rt_footprint footprint(site.loop->slots);
    site.loop->footprint(&footprint, site.k, 0, 1);
    learn_namers(*site.loop, footprint, binding, site.tables);
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        Copy* copy = copy_of(*binding.allocations[a]);
        if (copy == nullptr)
            continue;
        const unsigned char* here = bytes_of(*copy->allocation);
        for_each_run(accesses[a].reads() | accesses[a].maywrite, copy->allocation->shape, [&](Run run) {
            const std::int64_t bad = difference(*copy, here, copy->truth.data(), run.offset, run.offset + run.bytes);
            if (bad < run.offset + run.bytes)
                fail(at,
                     text("HYDRA_VERIFY: serial code here reads ", element(*copy, bad), ", which is ",
                          value(*copy, here, bad), " on rank ", rank_, " and ", value(*copy, copy->truth.data(), bad),
                          " in the sequential run"),
                     difference_status);
        });
        compare_held("", *copy);
    }
}

void Verifier::compare_whole(const char* at, const Binding& binding) {
    for (const Allocation* allocation : binding.allocations)
        if (Copy* copy = copy_of(*allocation))
            compare_held(at, *copy);
}

void Verifier::copied(const Allocation& target, std::int64_t offset, const Allocation& source, std::int64_t from,
                      std::size_t bytes) {
    Copy* into = copy_of(target);
    const Copy* out_of = copy_of(source);
    if (into == nullptr || out_of == nullptr)
        return;
    std::memmove(into->truth.data() + offset, out_of->truth.data() + from, bytes);
    std::memmove(into->launched.data() + offset, out_of->launched.data() + from, bytes);
    if (into->namers.back().elem == 0) {
        into->namers = {namer_at(out_of->namers, from)};
        into->namers.back().name = target.name;
        into->namers.back().offset += offset - from;
    }
}

void Verifier::moved(std::uint64_t serial, Allocation& allocation) {
    auto node = copies_.extract(serial);
    if (node.empty())
        return;
    node.key() = allocation.serial;
    node.mapped().truth.resize(allocation.bytes, 0);
    node.mapped().launched.resize(allocation.bytes, 0);
    node.mapped().reduced.clear();
    copies_.insert(std::move(node));
}

// What this rank holds is the truth (`at` empty: was compared); what it does not hold is overwritten.
void Verifier::compare_held(const char* at, Copy& copy) const {
    const Allocation& allocation = *copy.allocation;
    unsigned char* here = bytes_of(allocation);
    for (const DirState::Entry& entry : allocation.state->full().entries()) {
        const bool mine = entry.holders.contains(rank_);
        if (mine && *at == '\0')
            continue;
        for_each_run(entry.region, allocation.shape, [&](Run run) {
            const std::int64_t end = run.offset + run.bytes;
            if (!mine) {
                for (std::int64_t byte = run.offset; byte < end; ++byte)
                    here[byte] = stale(byte);
                return;
            }
            const std::int64_t bad = difference(copy, here, copy.truth.data(), run.offset, end);
            if (bad < end)
                fail(at,
                     text("HYDRA_VERIFY: after the loop ", element(copy, bad), " is ", value(copy, here, bad),
                          " on rank ", rank_, ", and ", value(copy, copy.truth.data(), bad), " in the sequential run"),
                     difference_status);
        });
    }
}

} // namespace hydra::rt
