// See record.h.
#include "runtime/explain/record.h"

#include "runtime/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace hydra::rt {
namespace {

constexpr char field_end = '\x1f'; // no name or path holds it

class FieldWriter {
  public:
    void put(const std::string& value) { (text_ += value) += field_end; }
    void put(std::int64_t value) { put(std::to_string(value)); }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

class FieldReader {
  public:
    explicit FieldReader(const std::string& text) : text_(text) {}
    std::string next() {
        const std::size_t end = std::min(text_.find(field_end, at_), text_.size());
        std::string field = text_.substr(at_, end - at_);
        at_ = end + 1;
        return field;
    }
    std::int64_t number() { return std::atoll(next().c_str()); }
    bool flag() { return number() != 0; }

  private:
    const std::string& text_;
    std::size_t at_ = 0;
};

void put(FieldWriter& to, const RankPart& part) {
    to.put(part.rank);
    to.put(part.iterations);
    to.put(part.shares);
    to.put(static_cast<std::int64_t>(part.arrays.size()));
    for (const TouchedPart& array : part.arrays)
        for (const std::string* field : {&array.array, &array.here, &array.reads, &array.writes, &array.may,
                                         &array.read_boxes, &array.written_boxes, &array.extents})
            to.put(*field);
}

void put(FieldWriter& to, const MessageLine& line) {
    for (const std::int64_t number :
         {static_cast<std::int64_t>(line.kind), std::int64_t{line.from}, std::int64_t{line.to},
          std::int64_t{line.index}, std::int64_t{line.number}, std::int64_t{line.sent}, std::int64_t{line.expected},
          line.bytes, line.messages, line.iteration, std::int64_t{line.has_iteration}})
        to.put(number);
    for (const std::string* field : {&line.array, &line.here, &line.part, &line.reason, &line.origin, &line.also_at,
                                     &line.access, &line.access_at, &line.boxes, &line.extents})
        to.put(*field);
}

RankPart part_from(FieldReader& from) {
    RankPart part;
    part.rank = static_cast<int>(from.number());
    part.iterations = from.next();
    part.shares = from.next();
    part.arrays.resize(static_cast<std::size_t>(from.number()));
    for (TouchedPart& array : part.arrays)
        for (std::string* field : {&array.array, &array.here, &array.reads, &array.writes, &array.may,
                                   &array.read_boxes, &array.written_boxes, &array.extents})
            *field = from.next();
    return part;
}

MessageLine line_from(FieldReader& from) {
    MessageLine line;
    line.kind = static_cast<Moved::Kind>(from.number());
    line.from = static_cast<int>(from.number());
    line.to = static_cast<int>(from.number());
    line.index = static_cast<int>(from.number());
    line.number = static_cast<int>(from.number());
    line.sent = from.flag();
    line.expected = from.flag();
    line.bytes = from.number();
    line.messages = from.number();
    line.iteration = from.number();
    line.has_iteration = from.flag();
    for (std::string* field : {&line.array, &line.here, &line.part, &line.reason, &line.origin, &line.also_at,
                               &line.access, &line.access_at, &line.boxes, &line.extents})
        *field = from.next();
    return line;
}

auto order_of(const MessageLine& line) {
    return std::tie(line.to, line.from, line.kind, line.array, line.index, line.number, line.part);
}

// The two halves of a line, or two lines of what cannot be told apart.
void add(MessageLine& to, const MessageLine& line) {
    to.bytes += line.bytes;
    to.messages += line.messages;
    to.sent = to.sent || line.sent;
    if (to.origin.empty())
        to.origin = line.origin;
    if (!line.expected)
        return;
    to.expected = true;
    to.here = line.here;
    to.part = line.part;
    to.boxes = line.boxes;
    to.extents = line.extents;
    to.reason = line.reason;
    to.access = line.access;
    to.access_at = line.access_at;
    to.also_at = line.also_at;
    to.iteration = line.iteration;
    to.has_iteration = line.has_iteration;
}

} // namespace

std::string to_text(const LaunchRecord& record) {
    FieldWriter out;
    out.put(record.launch ? 1 : 0);
    for (const std::string* field : {&record.at, &record.directive, &record.all_iterations, &record.note})
        out.put(*field);
    out.put(record.last_line);
    out.put(static_cast<std::int64_t>(record.accesses_at.size()));
    for (const std::string& at : record.accesses_at)
        out.put(at);
    out.put(static_cast<std::int64_t>(record.parts.size()));
    for (const RankPart& part : record.parts)
        put(out, part);
    out.put(static_cast<std::int64_t>(record.lines.size()));
    for (const MessageLine& line : record.lines)
        put(out, line);
    return out.take();
}

LaunchRecord record_of(const std::string& text) {
    FieldReader in(text);
    LaunchRecord record;
    record.launch = in.flag();
    for (std::string* field : {&record.at, &record.directive, &record.all_iterations, &record.note})
        *field = in.next();
    record.last_line = in.number();
    record.accesses_at.resize(static_cast<std::size_t>(in.number()));
    for (std::string& at : record.accesses_at)
        at = in.next();
    for (std::int64_t count = in.number(); count > 0; --count)
        record.parts.push_back(part_from(in));
    for (std::int64_t count = in.number(); count > 0; --count)
        record.lines.push_back(line_from(in));
    return record;
}

LaunchRecord joined(const std::vector<LaunchRecord>& ranks) {
    LaunchRecord all = ranks.front();
    for (std::size_t r = 1; r < ranks.size(); ++r) {
        all.parts.insert(all.parts.end(), ranks[r].parts.begin(), ranks[r].parts.end());
        all.lines.insert(all.lines.end(), ranks[r].lines.begin(), ranks[r].lines.end());
    }
    std::stable_sort(
        all.parts.begin(), all.parts.end(), [](const RankPart& a, const RankPart& b) { return a.rank < b.rank; });
    std::stable_sort(all.lines.begin(), all.lines.end(),
                     [](const MessageLine& a, const MessageLine& b) { return order_of(a) < order_of(b); });
    std::vector<MessageLine> lines;
    for (MessageLine& line : all.lines) {
        const bool same = !lines.empty() && lines.back().to == line.to && lines.back().from == line.from &&
                          lines.back().kind == line.kind && lines.back().array == line.array &&
                          lines.back().index == line.index && lines.back().number == line.number &&
                          (!line.array.empty() || lines.back().part == line.part);
        if (same)
            add(lines.back(), line);
        else
            lines.push_back(std::move(line));
    }
    all.lines = std::move(lines);
    return all;
}

} // namespace hydra::rt
