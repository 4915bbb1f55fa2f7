// See telling.h.
#include "runtime/explain/telling.h"

#include "runtime/base/json.h"
#include "runtime/base/text.h"
#include "runtime/comm/texts.h"
#include "runtime/explain/rank_parts.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace hydra::rt {
namespace {

constexpr std::size_t most_told = 1000;       // different launches and pieces of serial code
constexpr std::size_t most_listed = 12;       // numbers of launches that are written out
constexpr std::size_t most_messages = 10'000; // lines of messages in all

// "1,584"
std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return digits;
}

std::string bytes_words(std::int64_t bytes) { return grouped(bytes) + (bytes == 1 ? " byte" : " bytes"); }

// Whether "…/prog.c:49" is the line that was asked for as "prog.c:49".
bool is_at(const std::string& at, const std::string& place) {
    return at == place || (at.ends_with(place) && at[at.size() - place.size() - 1] == '/');
}

// Launches, or pieces of serial code, that did the same.
struct Story {
    LaunchRecord record;
    std::vector<std::int64_t> times; // their numbers among those of the same place, from 1
    std::size_t left_out = 0;        // messages, as they are for other accesses than the one that is asked for
};

// A launch or a piece of serial code, the same on all ranks: its step, where it is, and which of those there.
using Moment = std::tuple<std::uint64_t, bool, std::string, int>; // serial code behind the launch of its step

// What each rank has noted of each.
std::map<Moment, std::vector<std::optional<std::size_t>>> moments_of(const std::vector<Told>& ranks) {
    std::map<Moment, std::vector<std::optional<std::size_t>>> moments;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::map<std::size_t, std::pair<bool, std::string>> at_of; // by record
        for (const Told::Place& place : ranks[r].places()) {
            const auto [at, fresh] = at_of.try_emplace(place.record);
            if (fresh) {
                const LaunchRecord record = record_of(ranks[r].record(place.record));
                at->second = {!record.launch, record.at};
            }
            Moment moment{place.step, at->second.first, at->second.second, 0};
            while (moments.try_emplace(moment, ranks.size()).first->second[r])
                ++std::get<3>(moment);
            moments[moment][r] = place.record;
        }
    }
    return moments;
}

// By where they first came.
std::vector<Story> stories_of(const std::vector<Told>& ranks) {
    std::vector<Story> stories;
    std::map<std::vector<std::optional<std::size_t>>, std::size_t> known;
    std::map<std::string, std::int64_t> times;
    for (const auto& [moment, records] : moments_of(ranks)) {
        const auto [number, fresh] = known.try_emplace(records, stories.size());
        if (fresh) {
            std::vector<LaunchRecord> all;
            for (std::size_t r = 0; r < ranks.size(); ++r)
                if (records[r])
                    all.push_back(record_of(ranks[r].record(*records[r])));
            stories.push_back({joined(all), {}, 0});
        }
        Story& story = stories[number->second];
        story.times.push_back(++times[story.record.at]);
    }
    return stories;
}

// Whether the line lies between the loop's first one and that of its last access.
bool is_inside(const LaunchRecord& record, const std::string& place) {
    const auto file = [](const std::string& at) { return at.substr(0, at.rfind(':')); };
    const auto line = [](const std::string& at) { return std::atoll(at.c_str() + at.rfind(':') + 1); };
    const std::int64_t asked = line(place);
    return record.launch && is_at(file(record.at), file(place)) && asked >= line(record.at) &&
           asked <= record.last_line;
}

// What is left of a story where one line of the program is asked for; nothing: it is not about that.
std::optional<Story> about(const Story& story, const std::string& place) {
    const LaunchRecord& record = story.record;
    if (place.empty() || is_at(record.at, place) || is_at(record.directive, place))
        return story;
    if (std::none_of(record.accesses_at.begin(), record.accesses_at.end(),
                     [&](const std::string& at) { return is_at(at, place); }))
        return is_inside(record, place) ? std::optional(story) : std::nullopt;
    Story some = story;
    std::erase_if(some.record.lines, [&](const MessageLine& line) {
        for (std::size_t from = 0, end = 0; (end = line.also_at.find(' ', from)) != std::string::npos; from = end + 1)
            if (is_at(line.also_at.substr(from, end - from), place))
                return false;
        return !is_at(line.access_at, place);
    });
    some.left_out = story.record.lines.size() - some.record.lines.size();
    return some;
}

// "1, 3 to 5 and 9"
std::string times_words(const std::vector<std::int64_t>& times) {
    std::vector<std::string> runs;
    for (std::size_t i = 0; i < times.size();) {
        std::size_t last = i;
        const std::int64_t step = i + 1 < times.size() ? times[i + 1] - times[i] : 1;
        while (last + 1 < times.size() && times[last + 1] - times[last] == step)
            ++last;
        const bool is_run = last > i + 1;
        runs.push_back(!is_run     ? text(times[i])
                       : step == 1 ? text(times[i], " to ", times[last])
                                   : text("every ", step == 2 ? "other" : text(step, "th"), " one from ", times[i],
                                          " to ", times[last]));
        i = is_run ? last + 1 : i + 1;
    }
    if (runs.size() > most_listed)
        return text(runs[0], ", ", runs[1], ", … and ", times.back(), " (", times.size(), " in all)");
    std::string out;
    for (std::size_t i = 0; i < runs.size(); ++i)
        out += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + runs[i];
    return out;
}

// Whether a part's words speak of several things.
bool is_many(const MessageLine& line) {
    if (line.kind == Moved::Kind::reduction)
        return line.part.find("' and '") != std::string::npos;
    if (line.part == "all")
        return false;
    for (const char* const one : {"row ", "element ", "plane ", "column ", "part ", "what "})
        if (line.part.starts_with(one) && line.part.find(" and ") == std::string::npos)
            return false;
    const std::string& part = line.part;
    return part.starts_with("member ") ? part.find(" of element ") == std::string::npos
                                       : !part.ends_with(']') || part.find(" to ") != std::string::npos;
}

std::string message_words(const MessageLine& line) {
    std::string out = line.array.empty() ? line.part : array_words(line.part, line.array, line.here);
    if (line.kind == Moved::Kind::reduction)
        out = text("'", line.part, "'"); // the words between several names have their quotation marks
    out += text(line.array.empty() && line.kind != Moved::Kind::reduction ? ": from rank "
                : is_many(line)                                           ? " go from rank "
                                                                          : " goes from rank ",
                line.from, " to rank ", line.to, " (", bytes_words(line.bytes), ")");
    if (!line.reason.empty())
        out += ": " + line.reason;
    if (!line.origin.empty())
        out += text("; rank ", line.from, " ", line.origin);
    return out;
}

std::string part_line(const RankPart& part, bool of_all) {
    return text("  ", of_all ? "every rank" : text("rank ", part.rank), ": ", part.iterations, arrays_words(part),
                "\n");
}

std::string nothing_moves(const LaunchRecord& record, int size) {
    if (size == 1)
        return "nothing moves: there is one rank";
    const bool reads = std::any_of(record.parts.begin(), record.parts.end(), [](const RankPart& part) {
        return std::any_of(part.arrays.begin(), part.arrays.end(),
                           [](const TouchedPart& array) { return !array.reads.empty(); });
    });
    return reads ? "nothing moves: each rank has the newest values of all that it reads"
                 : "nothing moves: it reads no array";
}

struct Sums {
    std::int64_t bytes[3] = {}, messages[3] = {};
    void add(const Story& story) {
        for (const MessageLine& line : story.record.lines) {
            const auto kind = static_cast<std::size_t>(line.kind);
            bytes[kind] += line.bytes * static_cast<std::int64_t>(story.times.size());
            messages[kind] += line.messages * static_cast<std::int64_t>(story.times.size());
        }
    }
};
constexpr const char* kinds[] = {"coherence", "serial", "reduction"};
constexpr const char* kind_words[] = {"between loops", "for serial code", "of reductions"};

// Of one part that several ranks get, handed on from one to the next: who has it first.
struct Spread {
    const MessageLine* first = nullptr;
    std::vector<int> receivers;
    std::int64_t bytes = 0;
};

// By the first line of each; parts that go to fewer ranks stay lines of their own.
std::map<const MessageLine*, Spread> spreads_of(const std::vector<MessageLine>& lines,
                                                std::set<const MessageLine*>& in) {
    constexpr std::size_t fewest = 3;
    std::map<std::tuple<int, std::string, int, std::string>, std::vector<const MessageLine*>> same;
    for (const MessageLine& line : lines)
        if (!line.array.empty() && line.kind != Moved::Kind::reduction)
            same[{static_cast<int>(line.kind), line.array, line.index, line.part}].push_back(&line);
    std::map<const MessageLine*, Spread> spreads;
    for (const auto& [what, list] : same) {
        Spread spread;
        std::set<int> owners;
        for (const MessageLine* line : list) {
            const bool owns = !line->origin.starts_with("has just got it");
            if (owns)
                owners.insert(line->from);
            if (owns && spread.first == nullptr)
                spread.first = line;
            spread.receivers.push_back(line->to);
            spread.bytes += line->bytes;
        }
        if (list.size() < fewest || owners.size() != 1)
            continue;
        in.insert(list.begin(), list.end());
        spreads[list.front()] = spread;
    }
    return spreads;
}

std::string spread_words(const Spread& spread, int size) {
    const MessageLine& line = *spread.first;
    std::string to;
    for (std::size_t i = 0; i < spread.receivers.size(); ++i)
        to += text(i == 0 ? "" : i + 1 == spread.receivers.size() ? " and " : ", ", spread.receivers[i]);
    if (static_cast<int>(spread.receivers.size()) == size - 1)
        to = "all others";
    else
        to = "ranks " + to;
    std::string out = text(array_words(line.part, line.array, line.here), is_many(line) ? " go" : " goes",
                           " from rank ", line.from, " to ", to, " (", bytes_words(spread.bytes), " in all)");
    if (!line.reason.empty())
        out += text(": ", line.reason.starts_with("its ") ? text("rank ", line.to, "'s ", line.reason.substr(4))
                                                          : line.reason);
    return out + (line.origin.empty() ? "" : text("; rank ", line.from, " ", line.origin));
}

class TextTeller {
  public:
    explicit TextTeller(int size) : size_(size) {}

    void story(const Story& story) {
        const LaunchRecord& record = story.record;
        const bool once = story.times.size() == 1;
        out_ += text("\n", record.at, record.launch ? ", launch" : ", serial code, time",
                     once            ? " "
                     : record.launch ? "es "
                                     : "s ",
                     times_words(story.times), record.launch ? text(": ", record.all_iterations) : "", "\n");
        const bool of_all = !record.note.empty();
        if (of_all)
            out_ += text("  every rank runs all of it, ", record.note, "\n");
        for (const RankPart& part : record.parts)
            out_ += part_line(part, of_all);
        if (story.left_out > 0)
            out_ += text("  (", story.left_out, story.left_out == 1 ? " message" : " messages",
                         " for other accesses of the loop)\n");
        else if (record.lines.empty())
            out_ += text("  ", nothing_moves(record, size_), "\n");
        std::size_t told = 0;
        std::set<const MessageLine*> in;
        const auto spreads = spreads_of(record.lines, in);
        for (const MessageLine& line : record.lines) {
            const auto spread = spreads.find(&line);
            if ((spread == spreads.end() && in.contains(&line)) ||
                ++told > most_messages - std::min(most_messages, messages_))
                continue;
            out_ += "  " + (spread == spreads.end() ? message_words(line) : spread_words(spread->second, size_)) + "\n";
        }
        messages_ += told;
        if (told > 0 && messages_ > most_messages)
            out_ += "  … (more messages are left out)\n";
    }

    std::string finish(const Sums& sums, std::size_t left_out) {
        if (left_out > 0)
            out_ += text("\n", left_out,
                         " more launches and pieces of serial code that differ are left out; "
                         "HYDRA_EXPLAIN=FILE,prog.c:LINE asks for those of one line\n");
        out_ += "\nin all:";
        for (const std::size_t kind : {0u, 1u, 2u})
            out_ += text(kind == 0 ? " " : ", ", bytes_words(sums.bytes[kind]), " in ", grouped(sums.messages[kind]),
                         sums.messages[kind] == 1 ? " message " : " messages ", kind_words[kind]);
        return std::move(out_) + "\n";
    }

  private:
    int size_;
    std::size_t messages_ = 0;
    std::string out_;
};

std::string list_of(const std::vector<std::int64_t>& numbers) {
    std::string out;
    for (const std::int64_t number : numbers)
        out += text(out.empty() ? "" : ", ", number);
    return "[" + out + "]";
}

// What pictures are drawn of.
std::string boxes(const char* name, const std::string& list) {
    return list.empty() ? "" : text(", \"", name, "_boxes\": ", list);
}
std::string drawn(const std::string& extents) { return extents.empty() ? "" : ", \"extents\": " + extents; }

// A line of JSON for each part and each message.
std::string json_lines(const Story& story) {
    const LaunchRecord& record = story.record;
    const std::string head = text("{\"at\": ", quoted(record.at), ", \"", record.launch ? "launches" : "times",
                                  "\": ", list_of(story.times));
    std::string out;
    for (const RankPart& part : record.parts) {
        std::string arrays;
        for (const TouchedPart& array : part.arrays)
            arrays += text(arrays.empty() ? "" : ", ", "{\"array\": ", quoted(array.array),
                           ", \"here\": ", quoted(array.here.empty() ? array.array : array.here),
                           ", \"reads\": ", quoted(array.reads), ", \"writes\": ", quoted(array.writes),
                           ", \"may_write\": ", quoted(array.may), drawn(array.extents),
                           boxes("read", array.read_boxes), boxes("written", array.written_boxes), "}");
        out += text(head, ", \"kind\": \"part\", ",
                    record.note.empty() ? text("\"rank\": ", part.rank) : text("\"every_rank\": ", quoted(record.note)),
                    ", \"iterations\": ", quoted(part.iterations),
                    part.shares.empty() ? "" : text(", \"shares\": ", part.shares), ", \"arrays\": [", arrays, "]}\n");
    }
    for (const MessageLine& line : record.lines) {
        out += text(head, ", \"kind\": \"", kinds[static_cast<std::size_t>(line.kind)], "\", \"from\": ", line.from,
                    ", \"to\": ", line.to, ", \"bytes\": ", line.bytes, ", \"messages\": ", line.messages);
        if (!line.array.empty())
            out += text(", \"array\": ", quoted(line.array),
                        ", \"here\": ", quoted(line.here.empty() ? line.array : line.here));
        out += text(", \"part\": ", quoted(line.part), drawn(line.extents), boxes("part", line.boxes));
        if (line.has_iteration)
            out += text(", \"iteration\": ", line.iteration);
        if (!line.access.empty())
            out += text(", \"access\": ", quoted(line.access), ", \"access_at\": ", quoted(line.access_at));
        out += text(", \"why\": ", quoted(line.reason), ", \"origin\": ", quoted(line.origin), "}\n");
    }
    if (record.launch && record.lines.empty())
        out += text(head, ", \"kind\": \"nothing moves\"}\n");
    return out;
}

// "prog.c: 38, 49; other.c: 7"
std::string places_words(const std::vector<Story>& stories) {
    std::map<std::string, std::set<std::int64_t>> lines;
    for (const Story& story : stories) {
        const std::string& at = story.record.at;
        const std::size_t colon = std::min(at.rfind(':'), at.size());
        lines[at.substr(0, colon)].insert(std::atoll(at.c_str() + std::min(colon + 1, at.size())));
    }
    std::string out;
    for (const auto& [file, numbers] : lines)
        for (const std::int64_t number : numbers)
            out += text(number != *numbers.begin() ? ", " : out.empty() ? file + ": " : "; " + file + ": ", number);
    return out;
}

} // namespace

void Told::add(std::uint64_t step, const LaunchRecord& record) {
    std::string all = to_text(record);
    const auto [number, fresh] = numbers_.try_emplace(std::move(all), records_.size());
    if (fresh)
        records_.push_back(number->first);
    places_.push_back({step, number->second});
}

std::vector<Told> Told::gather(Transport& transport, bool plays_all) const {
    if (transport.size() == 1 || plays_all)
        return {*this};
    constexpr char record_end = '\x1e';
    std::string mine;
    for (const std::string& record : records_)
        (mine += record) += record_end;
    const std::string where(reinterpret_cast<const char*>(places_.data()), places_.size() * sizeof(Place));
    const std::vector<std::string> texts = gather_texts(transport, mine), moments = gather_texts(transport, where);
    std::vector<Told> ranks(texts.size());
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
        Told& told = ranks[rank];
        told.places_.resize(moments[rank].size() / sizeof(Place));
        std::memcpy(told.places_.data(), moments[rank].data(), moments[rank].size());
        for (std::size_t at = 0, end = 0; at < texts[rank].size(); at = end + 1) {
            end = texts[rank].find(record_end, at);
            told.records_.push_back(texts[rank].substr(at, end - at));
        }
    }
    return ranks;
}

std::string tell(const std::vector<Told>& ranks, int size, const std::string& place, bool json) {
    const std::vector<Story> stories = stories_of(ranks);
    std::vector<Story> told;
    for (const Story& story : stories)
        if (std::optional<Story> some = about(story, place))
            told.push_back(std::move(*some));
    Sums sums;
    for (const Story& story : told)
        sums.add(story);
    const std::size_t shown = std::min(told.size(), json ? told.size() : most_told);
    if (json) {
        std::string out;
        for (const Story& story : told)
            out += json_lines(story);
        out += text("{\"kind\": \"sums\", \"ranks\": ", size);
        for (const std::size_t kind : {0u, 1u, 2u})
            out += text(", \"", kinds[kind], "\": {\"bytes\": ", sums.bytes[kind],
                        ", \"messages\": ", sums.messages[kind], "}");
        return out + "}\n";
    }
    if (told.empty())
        return stories.empty()
                   ? "hydra: nothing moved. Where loops ran, every rank ran all of them for itself: sharing them out "
                     "would have cost "
                     "more than it saved. With HYDRA_POLICY=distribute all are shared out, and in dry runs.\n"
                   : text("hydra: nothing happened at ", place, "; ranks did something at ", places_words(stories),
                          "\n");
    TextTeller teller(size);
    for (std::size_t i = 0; i < shown; ++i)
        teller.story(told[i]);
    return text("hydra: what ", size, size == 1 ? " rank" : " ranks", " did", place.empty() ? "" : " at " + place,
                "\n") +
           teller.finish(sums, told.size() - shown);
}

} // namespace hydra::rt
