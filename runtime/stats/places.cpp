// See places.h.
#include "runtime/stats/places.h"

#include "runtime/comm/texts.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace hydra::rt {
namespace {

void put(std::string& out, const void* value, std::size_t bytes) { out.append(static_cast<const char*>(value), bytes); }

class Taker {
  public:
    explicit Taker(const std::string& text) : text_(text) {}
    [[nodiscard]] bool more() const { return at_ < text_.size(); }
    std::int64_t number() {
        std::int64_t value = 0;
        std::memcpy(&value, text_.data() + at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    std::string name() {
        std::string out = text_.data() + at_;
        at_ += out.size() + 1;
        return out;
    }

  private:
    const std::string& text_;
    std::size_t at_ = 0;
};

} // namespace

void SerialPlaces::add(const char* at, std::uint64_t step, std::int64_t bytes, std::int64_t messages) {
    Place& place = places_[at];
    place.bytes += bytes;
    place.messages += messages;
    if (place.steps.size() < most_steps && (place.steps.empty() || place.steps.back() != step))
        place.steps.push_back(step);
}

std::vector<SerialPlace> SerialPlaces::gather(Transport& transport, bool plays_all) const {
    std::string mine;
    for (const auto& [at, place] : places_) {
        put(mine, at.c_str(), at.size() + 1);
        const std::int64_t count = static_cast<std::int64_t>(place.steps.size());
        for (const std::int64_t number : {place.bytes, place.messages, count})
            put(mine, &number, sizeof number);
        put(mine, place.steps.data(), place.steps.size() * sizeof place.steps[0]);
    }
    std::map<std::string, Place> all;
    for (const std::string& text : plays_all ? std::vector<std::string>{mine} : gather_texts(transport, mine))
        for (Taker from(text); from.more();) {
            Place& place = all[from.name()];
            place.bytes += from.number();
            place.messages += from.number();
            for (std::int64_t count = from.number(); count > 0; --count)
                place.steps.push_back(static_cast<std::uint64_t>(from.number()));
        }
    std::vector<SerialPlace> out;
    for (auto& [at, place] : all) {
        std::sort(place.steps.begin(), place.steps.end());
        const auto end = std::unique(place.steps.begin(), place.steps.end());
        out.push_back({at, place.bytes, place.messages, end - place.steps.begin()});
    }
    return out;
}

void ArrayMemories::note(const std::string& name, std::int64_t bytes) {
    std::int64_t& peak = peaks_[name];
    peak = std::max(peak, bytes);
}

std::vector<ArrayMemory> ArrayMemories::gather(Transport& transport) const {
    std::string mine;
    for (const auto& [name, bytes] : peaks_) {
        put(mine, name.c_str(), name.size() + 1);
        put(mine, &bytes, sizeof bytes);
    }
    const std::vector<std::string> texts = gather_texts(transport, mine);
    std::map<std::string, std::vector<std::int64_t>> all;
    for (std::size_t rank = 0; rank < texts.size(); ++rank)
        for (Taker from(texts[rank]); from.more();) {
            auto& bytes = all.try_emplace(from.name(), texts.size(), 0).first->second;
            bytes[rank] = from.number();
        }
    std::vector<ArrayMemory> out;
    out.reserve(all.size());
    for (auto& [name, bytes] : all)
        out.push_back({name, std::move(bytes)});
    return out;
}

void ArrayMemories::each_resident(const void* base, std::size_t bytes,
                                  const std::function<void(std::int64_t, std::int64_t)>& f) {
    constexpr std::size_t most = std::size_t{1} << 20; // pages that are looked at in one go: arrays may be huge
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(base), last = first + bytes;
    const std::uintptr_t begin = first / page * page;
    const std::size_t pages = (last - begin + page - 1) / page;
    std::vector<unsigned char> there(std::min(pages, most));
    for (std::size_t from = 0; from < pages; from += most) {
        const std::size_t count = std::min(pages - from, most);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the page's address
        if (mincore(reinterpret_cast<void*>(begin + from * page), count * page, there.data()) != 0)
            return;
        for (std::size_t i = 0, end = 0; i < count; i = end + 1) {
            for (end = i; end < count && (there[end] & 1) != 0;)
                ++end;
            if (end > i)
                f(static_cast<std::int64_t>(from + i), static_cast<std::int64_t>(from + end));
        }
    }
}

std::int64_t ArrayMemories::resident(const void* base, std::size_t bytes) {
    const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE)), all = static_cast<std::int64_t>(bytes);
    const auto before = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(base)) % page;
    std::int64_t count = 0;
    each_resident(base, bytes, [&](std::int64_t first, std::int64_t last) {
        count += std::min(last * page - before, all) - std::max<std::int64_t>(first * page - before, 0);
    });
    return count;
}

} // namespace hydra::rt
