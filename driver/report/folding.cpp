// See folding.h. Two steps for accesses: those of the same text are joined, with their lines; then members of one
// struct whose sections differ in the last dimension alone, which is the member's place in it. For pairs: sets of three
// and more names, every two of which are a pair, are taken out one after the other; of the rest, those of one name
// together.
#include "driver/report/folding.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::driver {

namespace {

constexpr const char* numbers = "0123456789";

// "p[i]" and ".x" of "p[i].x"; a member of no struct: empty.
std::pair<std::string, std::string> split_member(const std::string& text) {
    const auto end = text.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (end == std::string::npos || end == 0 || end + 1 == text.size())
        return {text, ""};
    if (text[end] == '.')
        return {text.substr(0, end), text.substr(end)};
    if (text[end] == '>' && text[end - 1] == '-')
        return {text.substr(0, end - 1), text.substr(end - 1)};
    return {text, ""};
}

struct MemberSection {
    std::string rows; // "[lo : hi]"
    long begin = 0, end = 0;
};

// Of "[lo : hi][1 : 2]"; nullopt: it does not end in two numbers.
std::optional<MemberSection> split_section(const std::string& section) {
    const auto open = section.rfind('[');
    if (open == std::string::npos || open == 0 || section.back() != ']')
        return std::nullopt;
    const auto range = section.substr(open + 1, section.size() - open - 2);
    const auto colon = range.find(" : ");
    if (colon == std::string::npos)
        return std::nullopt;
    const auto low = range.substr(0, colon), high = range.substr(colon + 3);
    MemberSection result{section.substr(0, open)};
    const auto is_number = [](const std::string& text, long& number) {
        return !text.empty() && text.find_first_not_of(numbers) == std::string::npos &&
               std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
    };
    if (!is_number(low, result.begin) || !is_number(high, result.end))
        return std::nullopt;
    return result;
}

// "the same as a[i] in line 12" of the access that is shown with it.
bool says_the_same(const FoldedAccess& before, const ReportAccess& access) {
    return before.access.text == access.text && before.access.exact == access.exact && access.movement.empty() &&
           std::any_of(
               before.lines.begin(), before.lines.end(),
               [&](std::uint32_t line) {
                   return access.section == fmt::format("the same as {} in line {}", access.text, line);
               });
}

bool is_repeated(const FoldedAccess& before, const ReportAccess& access, bool with_sections) {
    const auto& first = before.access;
    if (first.kind != access.kind || first.text != access.text || first.array != access.array ||
        first.place.file != access.place.file)
        return false;
    return !with_sections || says_the_same(before, access) ||
           (first.section == access.section && first.exact == access.exact && first.reason == access.reason &&
            first.movement == access.movement);
}

struct Members {
    FoldedAccess shown;
    std::string before; // "p[i]"
    std::string rows;
    std::vector<std::pair<long, long>> ranges; // in the order of the text
};

bool are_of_one_struct(const Members& one, const Members& other, bool with_sections) {
    const auto& a = one.shown.access;
    const auto& b = other.shown.access;
    if (one.before.empty() || one.before != other.before || one.shown.lines != other.shown.lines || a.kind != b.kind ||
        a.place.file != b.place.file)
        return false;
    return !with_sections ||
           (!one.ranges.empty() && !other.ranges.empty() && one.rows == other.rows && a.array == b.array &&
            a.exact == b.exact && a.reason == b.reason && a.movement == b.movement);
}

// Ranges that follow each other are one.
std::string ranges_text(std::vector<std::pair<long, long>> ranges) {
    std::sort(ranges.begin(), ranges.end());
    std::vector<std::pair<long, long>> joined;
    for (const auto& range : ranges)
        if (!joined.empty() && range.first <= joined.back().second)
            joined.back().second = std::max(joined.back().second, range.second);
        else
            joined.push_back(range);
    std::vector<std::string> texts;
    texts.reserve(joined.size());
    for (const auto& [begin, end] : joined)
        texts.push_back(fmt::format("[{} : {}]", begin, end));
    return fmt::format("{}", fmt::join(texts, " and "));
}

using Pair = std::pair<std::string, std::string>;

bool are_paired(const std::set<Pair>& pairs, const std::string& one, const std::string& other) {
    return pairs.contains({one, other}) || pairs.contains({other, one});
}

std::string quoted_list(const std::vector<std::string>& names) {
    std::vector<std::string> quoted;
    quoted.reserve(names.size());
    for (const auto& name : names)
        quoted.push_back(fmt::format("'{}'", name));
    return fmt::format("{}", fmt::join(quoted, ", "));
}

// Names, first the pair's, every two of which are a pair.
std::vector<std::string> paired_with(const Pair& pair, const std::vector<std::string>& names,
                                     const std::set<Pair>& pairs) {
    std::vector<std::string> all = {pair.first, pair.second};
    for (const auto& name : names) {
        const bool is_new = std::find(all.begin(), all.end(), name) == all.end();
        if (is_new &&
            std::all_of(all.begin(), all.end(), [&](const auto& other) { return are_paired(pairs, name, other); }))
            all.push_back(name);
    }
    return all;
}

} // namespace

std::vector<FoldedAccess> fold_accesses(const std::vector<ReportAccess>& accesses, bool with_sections) {
    std::vector<FoldedAccess> once;
    for (const auto& access : accesses) {
        const auto before = std::find_if(once.begin(), once.end(), [&](const FoldedAccess& each) {
            return is_repeated(each, access, with_sections);
        });
        if (before == once.end())
            once.push_back({access, {access.place.line}});
        else if (std::find(before->lines.begin(), before->lines.end(), access.place.line) == before->lines.end())
            before->lines.push_back(access.place.line);
    }
    std::vector<Members> all;
    for (auto& each : once) {
        auto [before, member] = split_member(each.access.text);
        Members one{each, member.empty() ? "" : before, "", {}};
        if (const auto section = split_section(each.access.section)) {
            one.rows = section->rows;
            one.ranges = {{section->begin, section->end}};
        }
        const auto other = std::find_if(
            all.begin(), all.end(), [&](const Members& known) { return are_of_one_struct(known, one, with_sections); });
        if (other == all.end()) {
            all.push_back(std::move(one));
            continue;
        }
        other->shown.access.text += ", " + member;
        other->ranges.insert(other->ranges.end(), one.ranges.begin(), one.ranges.end());
        if (with_sections)
            other->shown.access.section = other->rows + ranges_text(other->ranges);
    }
    std::vector<FoldedAccess> folded;
    folded.reserve(all.size());
    for (auto& each : all)
        folded.push_back(std::move(each.shown));
    return folded;
}

std::vector<std::string> apart_texts(const std::vector<Pair>& pairs) {
    std::vector<std::string> names, texts;
    std::set<Pair> known;
    for (const auto& pair : pairs) {
        if (pair.first == pair.second) {
            texts.push_back(fmt::format("the pointers in '{}' lead to different memory", pair.first));
            continue;
        }
        known.insert(pair);
        for (const auto& name : {pair.first, pair.second})
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
    }
    std::set<Pair> said;
    for (const auto& pair : pairs) {
        if (pair.first == pair.second || are_paired(said, pair.first, pair.second))
            continue;
        const auto set = paired_with(pair, names, known);
        if (set.size() < 3)
            continue;
        for (const auto& one : set)
            for (const auto& other : set)
                said.insert({one, other});
        texts.push_back(fmt::format("no two of {} overlap", quoted_list(set)));
    }
    for (const auto& name : names) {
        std::vector<std::string> others;
        for (const auto& other : names)
            if (are_paired(known, name, other) && !are_paired(said, name, other))
                others.push_back(other);
        const bool alone = others.size() == 1 && std::count_if(names.begin(), names.end(), [&](const auto& third) {
                                                     return are_paired(known, others.front(), third) &&
                                                            !are_paired(said, others.front(), third);
                                                 }) > 1;
        if (others.empty() || alone) // the other one has more to say
            continue;
        for (const auto& other : others)
            said.insert({name, other});
        texts.push_back(others.size() == 1 ? fmt::format("'{}' and '{}' do not overlap", name, others.front())
                                           : fmt::format("'{}' overlaps none of {}", name, quoted_list(others)));
    }
    return texts;
}

} // namespace hydra::driver
