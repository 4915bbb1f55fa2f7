// Accesses that move alike (index + constant in each dimension) are compared by their constants. Others are compared by
// the boxes that hold them, and where those overlap, process by process.
#include "frontend/processes/parallel_rules.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

std::string some_processes(const Parallel& parallel) {
    std::string some;
    for (const auto& index : parallel.indexes)
        some += (some.empty() ? "" : " && ") + index.first + " <= " + index.last;
    return some;
}

namespace {

std::string c_string(const std::string& text) {
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "\"";
}

// "i", or "" where the subscript is no index + constant.
std::string moves_with(const Subscript& subscript) {
    const auto& first = subscript.first;
    if (subscript.is_section || first.divides || first.coefficients.size() != 1 ||
        !first.coefficients.begin()->second.is(1))
        return "";
    return first.coefficients.begin()->first;
}

// Whether the subscript is the same for all processes.
bool is_fixed(const Subscript& subscript) {
    return !subscript.is_section && !subscript.is_periodic && subscript.first.coefficients.empty() &&
           !subscript.first.divides;
}

// Whether each index stands alone in a dimension, so that no two processes name the same element.
bool is_own(const Access& access, const Parallel& parallel) {
    std::set<std::string> named;
    for (const auto& subscript : access.subscripts) {
        const auto index = moves_with(subscript);
        if (!index.empty() && !subscript.is_periodic)
            named.insert(index);
        const auto& first = subscript.first;
        // Any number but 0 times an index is as good.
        if (!subscript.is_section && !subscript.is_periodic && !first.divides && first.coefficients.size() == 1 &&
            first.coefficients.begin()->second.number())
            named.insert(first.coefficients.begin()->first);
    }
    return std::all_of(parallel.indexes.begin(), parallel.indexes.end(),
                       [&](const auto& index) { return named.contains(index.name) || index.first == index.last; });
}

// Index + constant with the same index in each dimension, or the whole dimension in both.
bool move_alike(const Access& a, const Access& b) {
    for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
        const auto& x = a.subscripts[d];
        const auto& y = b.subscripts[d];
        if ((x.is_whole && y.is_whole) || (is_fixed(x) && is_fixed(y)))
            continue;
        if (moves_with(x).empty() || moves_with(x) != moves_with(y) || x.is_periodic)
            return false;
    }
    return true;
}

class Meeting {
  public:
    Meeting(const Parallel& parallel, const CmapsUnit& unit, int depth)
        : parallel_(parallel), unit_(unit), depth_(depth) {}

    Code run() {
        for (std::size_t w = 0; w < parallel_.accesses.size(); ++w) {
            const auto& writer = parallel_.accesses[w];
            if (writer.role == Role::in)
                continue;
            if (!writer.is_combined && !is_own(writer, parallel_))
                twice(writer);
            for (std::size_t other = 0; other < parallel_.accesses.size(); ++other) {
                const auto& reader = parallel_.accesses[other];
                if (reader.tile != writer.tile || other == w || reader.is_wave ||
                    (reader.role != Role::in && other < w))
                    continue;
                pair(writer, reader);
            }
        }
        return out_;
    }

  private:
    // No index of a process decides which element it writes.
    void twice(const Access& writer) {
        std::set<std::string> named;
        bool simple = true;
        for (const auto& subscript : writer.subscripts) {
            simple =
                simple && !subscript.is_periodic && !subscript.first.divides && subscript.first.coefficients.size() < 2;
            if (subscript.is_section && !subscript.is_whole && !subscript.first.coefficients.empty())
                simple = sections_stay_apart(writer, subscript) && simple;
            for (const auto& [index, coefficient] : subscript.first.coefficients) {
                named.insert(index);
                simple = simple && coefficient.number().has_value();
            }
        }
        for (const auto& index : parallel_.indexes) {
            if (named.contains(index.name))
                continue;
            const auto message =
                fmt::format("processes write one element: '{}' is the same for all '{}'", writer.text, index.name);
            if (parallel_.domain != nullptr || (is_number(index.first) && is_number(index.last))) {
                unit_.error(writer.range, message + "; reduce(op, …) combines what they yield", "hydra-race");
                return;
            }
            out_ += Code(pad(depth_)) + "if (" + index.first + " < " + index.last + ")\n" + pad(depth_ + 1) +
                    "hydra_stop(" + unit_.quoted_place(writer.range) + ", " + c_string(message) + ");\n";
        }
        if (!simple)
            each_with_each(writer, writer);
    }

    // Sections that each process moves on by more than they are long; what only the run tells is checked then. False:
    // this says nothing of them.
    bool sections_stay_apart(const Access& writer, const Subscript& subscript) {
        const auto& [name, coefficient] = *subscript.first.coefficients.begin();
        const auto& index = *parallel_.index(name);
        const auto last = subscript.last.coefficients.find(name);
        const bool plain = !subscript.is_periodic && !subscript.first.divides && !subscript.last.divides &&
                           subscript.first.coefficients.size() == 1 && subscript.last.coefficients.size() == 1 &&
                           last != subscript.last.coefficients.end() && (coefficient - last->second).is(0) &&
                           coefficient.number() && is_number(index.step);
        if (!plain)
            return false;
        const auto moves = std::abs(*coefficient.number() * std::stol(index.step));
        const auto reach = subscript.last.constant - subscript.first.constant;
        if (reach.number() && *reach.number() < moves)
            return true;
        out_ += Code(pad(depth_)) + "if (" + index.first + " < " + index.last + " && " + reach.text() +
                " >= " + std::to_string(moves) + ")\n" + pad(depth_ + 1) + "hydra_stop(" +
                unit_.quoted_place(writer.range) + ", " +
                c_string(fmt::format("two processes write one element: sections '{}' overlap", writer.text)) + ");\n";
        return true;
    }

    static bool is_number(const std::string& text) {
        return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
    }

    void pair(const Access& writer, const Access& other) {
        if (writer.is_combined && writer.text == other.text) {
            race(writer, other, meeting(writer, other));
            return;
        }
        if (!move_alike(writer, other) || !is_own(writer, parallel_)) {
            if (writer.text != other.text || !is_own(writer, parallel_))
                each_with_each(writer, other);
            return;
        }
        std::vector<std::string> apart;      // conditions under which they do not meet
        std::map<std::string, Scalar> moved; // by index
        bool same = true, known = true;
        std::string differs;
        for (std::size_t d = 0; d < writer.subscripts.size(); ++d) {
            if (writer.subscripts[d].is_whole)
                continue;
            const auto by = other.subscripts[d].first.constant - writer.subscripts[d].first.constant;
            if (is_fixed(writer.subscripts[d])) {
                known = known && by.number().has_value();
                if (by.number().value_or(0) != 0)
                    return; // rows, say, that are different ones
                if (!by.number())
                    apart.push_back("(" + by.text() + " != 0)");
                continue;
            }
            const auto& index = *parallel_.index(moves_with(writer.subscripts[d]));
            const auto& extent = writer.tile->extents[d];
            if (!other.subscripts[d].is_periodic) { // along a diagonal, all dimensions must lead to one process
                const auto [first, is_new] = moved.try_emplace(index.name, by);
                const auto askew = by - first->second;
                if (askew.number().value_or(0) != 0)
                    return;
                if (!is_new && !askew.number())
                    apart.push_back("(" + askew.text() + " != 0)");
            }
            same = same && by.is(0);
            known = known && by.number().has_value();
            if (by.is(0))
                continue;
            const auto way =
                other.subscripts[d].is_periodic ? fmt::format("hydra_cyc({}, {})", by.text(), extent) : by.text();
            differs += (differs.empty() ? "" : " || ") + fmt::format("{} != 0", way);
            apart.push_back(
                other.subscripts[d].is_periodic
                    ? fmt::format("hydra_turn_leaves({}, {}, {}, {})", by.text(), extent, index.first, index.last)
                    : fmt::format("hydra_leaves({}, {}, {}, {})", by.text(), index.first, index.last, index.step));
        }
        if (same && known && other.role != Role::in && writer.role != Role::in)
            race(writer, other,
                 fmt::format("'{}' and '{}' of '{}' are one element, and both are written", writer.parameter->name,
                             other.parameter->name, parallel_.called->name));
        if (same || parallel_.has_wave()) // the order of the wave-front is chosen by it
            return;
        const auto message = meeting(writer, other);
        const auto decided = known ? meet_in_numbers(writer, other) : std::nullopt;
        if (decided) {
            if (*decided)
                race(writer, other, message);
            return;
        }
        std::string condition = some_processes(parallel_) + " && (" + differs + ")";
        for (const auto& each : apart)
            condition += " && !" + each;
        out_ += Code(pad(depth_)) + "if (" + condition + ")\n" + pad(depth_ + 1) + "hydra_stop(" +
                unit_.quoted_place(other.range) + ", " + c_string(message) + ");\n";
    }

    // Of accesses whose distances are numbers: whether some processes meet; nothing: the run tells.
    [[nodiscard]] std::optional<bool> meet_in_numbers(const Access& writer, const Access& other) const {
        bool open = false;
        for (std::size_t d = 0; d < writer.subscripts.size(); ++d) {
            if (writer.subscripts[d].is_whole || is_fixed(writer.subscripts[d]))
                continue;
            const auto& index = *parallel_.index(moves_with(writer.subscripts[d]));
            const long by =
                (other.subscripts[d].first.constant - writer.subscripts[d].first.constant).number().value_or(0);
            if (other.subscripts[d].is_periodic) {
                open = open || parallel_.domain == nullptr;
                continue;
            }
            if (is_number(index.step) && by % std::stol(index.step) != 0)
                return false;
            const bool bounded = is_number(index.first) && is_number(index.last);
            if (bounded && std::abs(by) > std::stol(index.last) - std::stol(index.first))
                return false;
            open = open || (!bounded && by != 0 && parallel_.domain == nullptr);
        }
        return open ? std::nullopt : std::optional(true);
    }

    static std::string meeting(const Access& writer, const Access& other) {
        return other.role == Role::in
                   ? fmt::format("a process reads '{}', which another process writes as '{}'; name the access in "
                                 "'wave:' to read new values, or write to a second array to read old ones",
                                 other.text, writer.text)
                   : fmt::format("two processes write one element: as '{}' and as '{}'", writer.text, other.text);
    }

    void race(const Access& writer, const Access& other, const std::string& message) {
        unit_.error(other.range, message, "hydra-race").notes.push_back({writer.range, "written here"});
    }

    // ---- process by process

    [[nodiscard]] std::string apart_by_boxes(const Access& a, const Access& b) const {
        std::string text;
        for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
            const auto& x = a.subscripts[d];
            const auto& y = b.subscripts[d];
            if (x.is_whole || y.is_whole || x.is_periodic || y.is_periodic || x.first.divides || y.first.divides)
                continue;
            const auto beyond = [&](const std::string& low, const std::string& high) {
                if (low != high)
                    text += (text.empty() ? "" : " || ") + fmt::format("{} > {}", low, high);
            };
            beyond(least(x.first, parallel_), greatest(y.last, parallel_));
            beyond(least(y.first, parallel_), greatest(x.last, parallel_));
        }
        return text.empty() ? "0" : text;
    }

    // Statements for each element of an access by one process; `element`: what names its number.
    [[nodiscard]] std::string for_elements(const Access& access, const std::string& body,
                                           const std::string& name) const {
        std::string head;
        std::string number;
        for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
            const auto& each = access.subscripts[d];
            const auto& extent = access.tile->extents[d];
            std::string place = "(" + each.first.text + ")";
            if (each.is_section) {
                const auto counter = fmt::format("{}_{}", name, d);
                const auto from = each.is_whole ? "0" : each.first.text;
                const auto to = each.is_whole ? extent + " - 1" : each.last.text;
                head +=
                    fmt::format("for (long {0} = {1}; {0} <= {2}; {0} += {3}) ", counter, from, to, each.step.text());
                place = counter;
            }
            if (each.is_periodic)
                place = fmt::format("hydra_cyc({}, {})", place, extent);
            number = d == 0 ? place : fmt::format("({}) * {} + {}", number, extent, place);
        }
        return fmt::format("{}{{ const long {} = {}; {} }}", head, name, number, body);
    }

    void each_with_each(const Access& writer, const Access& other) {
        const auto by = std::string("hydra_by");
        const auto self = &writer == &other;
        const auto message =
            self ? fmt::format("two processes write one element as '{}'", writer.text) : meeting(writer, other);
        const auto at = unit_.quoted_place(other.range);
        const auto mark =
            writer.is_combined
                ? fmt::format("{0}[hydra_w] = {0}[hydra_w] == 0 || {0}[hydra_w] == hydra_process ? hydra_process : -1;",
                              by)
                : fmt::format("if ({0}[hydra_w] != 0 && {0}[hydra_w] != hydra_process) hydra_stop({1}, {2}); "
                              "{0}[hydra_w] = hydra_process;",
                              by, unit_.quoted_place(writer.range),
                              c_string(fmt::format("two processes write one element as '{}'", writer.text)));
        const auto look = fmt::format("if ({0}[hydra_r] != 0 && {0}[hydra_r] != hydra_process) hydra_stop({1}, {2});",
                                      by, at, c_string(message));
        std::string guard;
        for (const auto& each : parallel_.guards)
            guard += (guard.empty() ? "" : " && ") + each;
        const auto in_process = [&](const std::string& body) {
            return fmt::format("{{ ++hydra_process; {}{} }}", guard.empty() ? "" : "if (" + guard + ") ", body);
        };
        if (!self)
            out_ += Code(pad(depth_)) + "if (!(" + apart_by_boxes(writer, other) + ")) {\n";
        else
            out_ += Code(pad(depth_)) + "{\n";
        out_ +=
            pad(depth_ + 1) + fmt::format("long *{} = calloc((unsigned long)({}), sizeof(long)), hydra_process = 0;\n",
                                          by, tile_count(*writer.tile));
        out_ += loops_around(parallel_, in_process(for_elements(writer, mark, "hydra_w")), depth_ + 1);
        if (!self) {
            out_ += pad(depth_ + 1) + "hydra_process = 0;\n";
            out_ += loops_around(parallel_, in_process(for_elements(other, look, "hydra_r")), depth_ + 1);
        }
        out_ += pad(depth_ + 1) + "free(" + by + ");\n" + pad(depth_) + "}\n";
    }

    const Parallel& parallel_;
    const CmapsUnit& unit_;
    int depth_;
    Code out_;
};

std::string bound(const Affine& subscript, const Parallel& parallel, bool low) {
    Scalar total = subscript.constant;
    for (const auto& [name, coefficient] : subscript.coefficients) {
        const auto& index = *parallel.index(name);
        const auto value = [](const std::string& text) {
            const bool number = !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
            return number ? Scalar::of(std::stol(text)) : Scalar::of(text);
        };
        if (coefficient.number())
            total = total + coefficient * value((*coefficient.number() > 0) == low ? index.first : index.last);
        else
            total = total + Scalar::of(fmt::format("hydra_{}({}, {}, {})", low ? "least" : "greatest",
                                                   coefficient.text(), index.first, index.last));
    }
    return total.text();
}

} // namespace

std::string least(const Affine& subscript, const Parallel& parallel) { return bound(subscript, parallel, true); }
std::string greatest(const Affine& subscript, const Parallel& parallel) { return bound(subscript, parallel, false); }

std::string loops_around(const Parallel& parallel, const std::string& body, int depth) {
    std::string out;
    for (const auto& index : parallel.indexes)
        out += pad(depth++) + fmt::format("for (long {0} = {1}; {0} <= {2}; {0} += {3})\n", index.name, index.first,
                                          index.last, index.step.starts_with("-") ? "1" : index.step); // any order
    return out + pad(depth) + body + "\n";
}

Code range_checks(const Parallel& parallel, const CmapsUnit& unit, int depth) {
    Code out;
    const auto some = some_processes(parallel);
    for (const auto& access : parallel.accesses) {
        for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
            const auto& each = access.subscripts[d];
            const auto& extent = access.tile->extents[d];
            if (each.is_whole || each.is_periodic)
                continue;
            if (each.first.divides || each.last.divides) {
                const auto look =
                    fmt::format("hydra_stays({}, {}, {}, {}, {}, {}, {});", each.first.text, each.last.text, extent,
                                unit.quoted_place(access.range), c_string(access.tile->name), c_string(access.text), d);
                out += loops_around(parallel, look, depth);
                continue;
            }
            const auto low = least(each.first, parallel);
            const auto high = greatest(each.last, parallel);
            const bool negative =
                low.size() > 1 && low[0] == '-' && low.find_first_not_of("0123456789", 1) == std::string::npos;
            const bool never_empty = // (that it begins at a number is enough of a sign)
                std::all_of(parallel.indexes.begin(), parallel.indexes.end(), [](const auto& index) {
                    const auto is_number = [](const std::string& text) {
                        return text.find_first_not_of("0123456789") == std::string::npos;
                    };
                    const bool is_empty =
                        index.written_last.starts_with("-") ||
                        (is_number(index.first) && is_number(index.written_last) && !index.written_last.empty() &&
                         std::stol(index.first) > std::stol(index.written_last));
                    return is_number(index.first) && !is_empty;
                });
            const bool one_too_far = each.last.constant.is(0) && each.last.coefficients.size() == 1 &&
                                     each.last.coefficients.begin()->second.is(1) &&
                                     parallel.index(each.last.coefficients.begin()->first)->written_last == extent;
            if ((negative || one_too_far) && never_empty)
                unit.error(
                    access.range,
                    fmt::format("'{}' leaves '{}': subscript {} comes to {}, and the last one is ArraySize({}, {}) - 1",
                                access.text, access.tile->name, d + 1,
                                negative ? low : fmt::format("ArraySize({}, {})", access.tile->name, d),
                                access.tile->name, d));
            else
                out +=
                    Code(pad(depth)) + "if (" + some + ")\n" + pad(depth + 1) +
                    fmt::format("hydra_stays({}, {}, {}, {}, {}, {}, {});\n", low, high, extent,
                                unit.quoted_place(access.range), c_string(access.tile->name), c_string(access.text), d);
        }
    }
    return out;
}

Code periodic_checks(const Parallel& parallel, const CmapsUnit& unit, int depth) {
    Code out;
    for (const auto& access : parallel.accesses) {
        for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
            const auto& each = access.subscripts[d];
            if (!each.is_periodic)
                continue;
            const auto& extent = access.tile->extents[d];
            const auto check = [&](const std::string& length) {
                return fmt::format("hydra_wraps({}, {}, {}, {}, {}, {});", length, extent,
                                   unit.quoted_place(access.range), c_string(access.tile->name), c_string(access.text),
                                   d);
            };
            const bool is_domain = parallel.domain != nullptr &&
                                   std::find(parallel.domain->extents.begin(), parallel.domain->extents.end(),
                                             extent) != parallel.domain->extents.end();
            auto shifted = each.last; // by as much as the section is long
            shifted.constant = each.last.constant - each.first.constant;
            bool same = each.first.coefficients.size() == each.last.coefficients.size();
            for (const auto& [name, coefficient] : each.first.coefficients) {
                const auto other = each.last.coefficients.find(name);
                same = same && other != each.last.coefficients.end() && (coefficient - other->second).is(0);
            }
            const auto length = (shifted.constant + Scalar::of(1)).text();
            if (is_domain && !each.is_section)
                continue; // where there are processes, it is not empty
            if (same && !each.first.divides && !each.last.divides)
                out += Code(pad(depth)) + "if (" + some_processes(parallel) + ")\n" + pad(depth + 1) + check(length) +
                       "\n";
            else
                out +=
                    loops_around(parallel, check(fmt::format("{} - {} + 1", each.last.text, each.first.text)), depth);
        }
    }
    return out;
}

Code section_checks(const Parallel& parallel, const CmapsUnit& unit, int depth) {
    Code out;
    for (const auto& access : parallel.accesses) {
        std::size_t next = 0;
        for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
            const auto& each = access.subscripts[d];
            if (!each.is_section)
                continue;
            auto* extent = access.parameter->extents[next++]->assignment();
            if (!each.step.number())
                out += pad(depth) +
                       fmt::format("hydra_stride({}, {});\n", each.step.text(), unit.quoted_place(access.range));
            const auto said = parallel.said_length(*extent, unit);
            auto written = each.last;
            if (each.is_whole) {
                written = {};
                written.constant = Scalar::of(access.tile->extents[d]);
            } else {
                const bool by_one = each.step.is(1);
                for (const auto& [name, coefficient] : each.first.coefficients)
                    written.add(name, Scalar::of(0) - coefficient);
                written.constant = written.constant - each.first.constant;
                written.divides = each.first.divides || each.last.divides;
                if (by_one) {
                    written.constant = written.constant + Scalar::of(1);
                } else if (written.coefficients.empty() && written.constant.number() && each.step.number()) {
                    written.constant = Scalar::of(*written.constant.number() / *each.step.number() + 1);
                } else {
                    written.divides = written.divides || !written.coefficients.empty();
                    written.constant =
                        Scalar::of(fmt::format("(({}) / ({}) + 1)", written.constant.text(), each.step.text()));
                }
            }
            const auto length = each.is_whole ? access.tile->extents[d]
                                              : fmt::format("(({}) - ({})) / ({}) + 1", each.last.text, each.first.text,
                                                            each.step.text());
            const auto check = [&](const std::string& here, const std::string& there) {
                return fmt::format("hydra_as_long({}, {}, {}, {}, {});", here, there, unit.quoted_place(access.range),
                                   c_string(access.text), c_string(access.parameter->name));
            };
            auto rest = written;
            for (const auto& [name, coefficient] : said.coefficients)
                rest.add(name, Scalar::of(0) - coefficient);
            rest.constant = written.constant - said.constant;
            if (written.divides || said.divides || !rest.coefficients.empty()) {
                out += loops_around(parallel, check(length, said.text), depth);
            } else if (!rest.constant.number()) {
                out += Code(pad(depth)) + "if (" + some_processes(parallel) + ")\n" + pad(depth + 1) +
                       check(written.coefficients.empty() ? written.constant.text() : rest.constant.text(),
                             written.coefficients.empty() ? said.constant.text() : "0") +
                       "\n";
            } else if (!rest.constant.is(0)) {
                unit.error(access.range, fmt::format("'{}' is a section of {}, and '{}' of '{}' of {}", access.text,
                                                     written.coefficients.empty() ? written.constant.text() : length,
                                                     access.parameter->name, parallel.called->name,
                                                     said.coefficients.empty() ? said.constant.text() : said.text));
            }
        }
    }
    return out;
}

Code meeting_checks(const Parallel& parallel, const CmapsUnit& unit, int depth) {
    return Meeting(parallel, unit, depth).run();
}

} // namespace hydra::frontend::cmaps
