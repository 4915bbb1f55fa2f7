// See device_request.h.
#include "runtime/backend/device_request.h"

#include "runtime/base/text.h"

#include <charconv>
#include <string_view>

namespace hydra::rt {
namespace {

// The text as a whole number from 1 to `most`.
std::optional<int> count_in(std::string_view digits, int most) {
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < 1 || number > most)
        return std::nullopt;
    return number;
}

// Cuts what stands behind the separator off; nullopt: there is none.
std::optional<std::string_view> cut_off(std::string_view& name, char separator) {
    const std::size_t at = name.find(separator);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = name.substr(at + 1);
    name = name.substr(0, at);
    return rest;
}

// Why the name means nothing; empty: the choice has it.
std::string parse_choice(std::string_view name, DeviceChoice& choice) {
    constexpr int most_parts = 1024, most_weight = 1000000;
    choice.name = name;
    if (const auto weight = cut_off(name, ':')) {
        const auto number = count_in(*weight, most_weight);
        if (!number)
            return text("a weight is a whole number from 1 to ", most_weight, ", not '", *weight, "'");
        choice.weight = *number;
    }
    if (const auto parts = cut_off(name, '/')) {
        const auto number = count_in(*parts, most_parts);
        if (!number)
            return text("a device has from 1 to ", most_parts, " parts, not '", *parts, "'");
        choice.parts = *number;
    }
    choice.kind = name == "cpu" ? DeviceChoice::Kind::cpu : DeviceChoice::Kind::gpu;
    if (name == "cpu" || name == "gpu" || name == "gpu*")
        return "";
    int number = -1;
    if (name.starts_with("gpu")) {
        const auto [end, error] = std::from_chars(name.data() + 3, name.data() + name.size(), number);
        if (error != std::errc() || end != name.data() + name.size())
            number = -1;
    }
    choice.number = number;
    return number < 0 ? "a device is gpu*, gpu0, gpu1 ..., or cpu" : "";
}

// The devices of one choice. `pool` has those of its kind. Of devices chosen by its place a rank takes those that no
// other rank of the machine would: as many GPUs as there are, since they are alike, but one CPU.
std::vector<std::size_t> taken(const DeviceRequest& request, const DeviceChoice& choice, const std::vector<bool>& cpus,
                               const std::vector<std::size_t>& pool) {
    const auto rank = static_cast<std::size_t>(request.node_rank), ranks = static_cast<std::size_t>(request.node_ranks);
    if (choice.number >= 0)
        return {pool[static_cast<std::size_t>(choice.number)]};
    std::vector<std::size_t> mine{pool[rank % pool.size()]};
    for (std::size_t next = rank + ranks; next < pool.size() && !cpus[mine.front()]; next += ranks)
        if (!cpus[pool[next]])
            mine.push_back(pool[next]);
    return mine;
}

} // namespace

std::optional<std::vector<DeviceChoice>> choices_of(const std::string& devices, std::string& reason) {
    if (devices.empty())
        return std::vector<DeviceChoice>(1);
    std::vector<DeviceChoice> choices;
    std::string_view rest = devices;
    for (bool more = true; more;) {
        const auto behind = cut_off(rest, ',');
        if (std::string why = parse_choice(rest, choices.emplace_back()); !why.empty()) {
            reason = text("HYDRA_DEVICES='", devices, "': ", why);
            return std::nullopt;
        }
        more = behind.has_value();
        rest = behind.value_or("");
    }
    return choices;
}

std::optional<std::vector<DevicePick>> picks_of(const DeviceRequest& request, const std::vector<bool>& cpus,
                                                const std::string& found, std::string& reason) {
    const auto choices = choices_of(request.devices, reason);
    if (!choices)
        return std::nullopt;
    std::vector<DevicePick> picks;
    for (const DeviceChoice& choice : *choices) {
        std::vector<std::size_t> pool;
        for (std::size_t device = 0; device < cpus.size(); ++device)
            if (choice.kind == DeviceChoice::Kind::any || (choice.kind == DeviceChoice::Kind::cpu) == cpus[device])
                pool.push_back(device);
        if (pool.empty() || choice.number >= static_cast<int>(pool.size())) {
            reason = text("looked for ", choice.name, " among ", found);
            return std::nullopt;
        }
        for (const std::size_t device : taken(request, choice, cpus, pool))
            for (int part = 0; part < choice.parts; ++part)
                picks.push_back({device, part, choice.parts, choice.weight / choice.parts});
    }
    for (DevicePick& pick : picks) {
        pick.sharers = 0;
        for (const DevicePick& other : picks)
            pick.sharers += other.device == pick.device ? 1 : 0;
    }
    return picks;
}

} // namespace hydra::rt
