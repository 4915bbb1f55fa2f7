// See isl_clash.h. Both relations are reduced to { iteration -> element }, joined over the element, and the pairs of
// different iterations projected onto the parameters.
#include "passes/symbolic/isl_clash.h"
#include "passes/symbolic/isl_reader.h"
#include "passes/worth.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::passes {

namespace {

// The steps that a question may take: long ones take isl longer for each.
unsigned long steps_for(const ClashQuestion& question) {
    std::size_t length = question.writes.size() + question.touches.size();
    for (const std::string& cover : question.covers)
        length += cover.size();
    const std::size_t times = std::max<std::size_t>(1, length / worth::usual_question);
    return worth::most_clash_steps / (times * times);
}

// The sets of one question. Points of `pairs` are [writer, other, element…].
class Meeting {
  public:
    explicit Meeting(const ClashQuestion& question)
        : question_(question), context_(question.context),
          reader_(question.reader != nullptr ? *question.reader : own_reader_.emplace()) {
        isl_ctx_reset_operations(reader_.context());
        isl_ctx_set_max_operations(reader_.context(), steps_for(question));
    }
    ~Meeting() {
        isl_ctx_set_max_operations(reader_.context(), 0);
        isl_ctx_reset_error(reader_.context());
    }
    Meeting(const Meeting&) = delete;
    Meeting& operator=(const Meeting&) = delete;

    [[nodiscard]] const isl::set& possible() const { return params(what_is_possible()); }

    // From here on, sizes that are known count as unknown.
    void take_any_size() {
        if (!question_.any_size.empty())
            context_ = question_.any_size;
    }

    // Whether the loop is known to run at least two iterations.
    [[nodiscard]] bool runs() const { return possible().is_subset(params("hi >= lo + 2")); }

    // Parameters with which the loop runs two iterations or more, and both accesses happen.
    [[nodiscard]] isl::set busy() const {
        return possible()
            .intersect(params("hi >= lo + 2"))
            .intersect(happening(question_.writes))
            .intersect(happening(question_.touches));
    }

    [[nodiscard]] isl::set pairs(const std::string& order) const {
        isl::map touches = by_iteration(question_.touches);
        for (const std::string& cover : question_.covers)
            touches = touches.subtract(by_iteration(cover));
        const isl::map joined = isl::manage(isl_map_flat_range_product(
            by_iteration(question_.writes).reverse().release(), touches.reverse().release()));
        const auto depth = static_cast<unsigned>(isl_map_dim(joined.get(), isl_dim_in));
        std::string element;
        for (unsigned d = 0; d < depth; ++d)
            element += fmt::format(", e{}", d);
        const isl::set ordered(isl::ctx(reader_.context()),
                               fmt::format("{} -> {{ [w, o{}] : {} }}", question_.parameters, element, order));
        return isl::manage(isl_map_wrap(joined.reverse().release()))
            .flatten()
            .intersect(ordered)
            .intersect_params(possible());
    }

    // The elements that the read takes from elsewhere, by iteration.
    [[nodiscard]] isl::map foreign(const OwnRead& read, bool surely) const {
        isl::map rest = relation(read.common.touches).intersect_params(possible());
        const auto depth = static_cast<unsigned>(isl_map_dim(rest.get(), isl_dim_in));
        const auto subtract = [&](const OwnRead::Cover& cover) {
            const isl::map write = relation(cover.write);
            const auto inner = static_cast<unsigned>(isl_map_dim(write.get(), isl_dim_in)) - cover.shared_loops;
            const isl::map of_round =
                isl::manage(isl_map_project_out(write.copy(), isl_dim_in, cover.shared_loops, inner));
            const isl::map until = isl::map(isl::ctx(reader_.context()), cover.in_front).apply_range(of_round);
            rest = rest.subtract(isl::manage(
                isl_map_insert_dims(until.copy(), isl_dim_in, cover.shared_loops, depth - cover.shared_loops)));
        };
        for (const OwnRead::Cover& cover : read.before)
            subtract(cover);
        for (const OwnRead::Cover& perhaps : read.perhaps)
            if (surely && perhaps.shared_loops > 0)
                subtract(perhaps);
        rest = isl::manage(isl_map_project_out(rest.copy(), isl_dim_in, 1, depth - 1));
        for (const OwnRead::Cover& perhaps : read.perhaps)
            if (surely && perhaps.shared_loops == 0)
                rest = rest.subtract(by_iteration(perhaps.write));
        return rest;
    }

    // [writer, reader, element…], the writer first in the loop's order; without writes, the reader is its own writer.
    [[nodiscard]] isl::set carried(const OwnRead& read, bool surely) const {
        const isl::map reads = foreign(read, surely);
        const auto depth = static_cast<unsigned>(isl_map_dim(reads.get(), isl_dim_out));
        isl::map writers = reads;
        if (read.writes) {
            writers = isl::manage(isl_map_empty(isl_map_get_space(reads.get())));
            for (const std::string& write : *read.writes)
                writers = writers.unite(by_iteration(write));
        }
        const isl::map joined =
            isl::manage(isl_map_flat_range_product(writers.reverse().release(), reads.reverse().release()));
        std::string element;
        for (unsigned d = 0; d < depth; ++d)
            element += fmt::format(", e{}", d);
        const char* order = !read.writes ? "w = o" : question_.descending ? "w > o" : "w < o";
        const isl::set ordered(isl::ctx(reader_.context()), fmt::format("{{ [w, o{}] : {} }}", element, order));
        return isl::manage(isl_map_wrap(joined.reverse().release()))
            .flatten()
            .intersect(ordered)
            .intersect_params(possible());
    }

    [[nodiscard]] static isl::set parameters_of(const isl::set& set) { return isl::manage(isl_set_params(set.copy())); }

  private:
    [[nodiscard]] std::string what_is_possible() const { return fmt::format("{} and {}", context_, question_.whole); }
    [[nodiscard]] const isl::set& params(const std::string& formula) const {
        return reader_.set(fmt::format("{} -> {{ : {} }}", question_.parameters, formula));
    }
    [[nodiscard]] const isl::map& relation(const std::string& text) const {
        return reader_.map(question_.parameters + " -> " + text);
    }
    [[nodiscard]] isl::set happening(const std::string& text) const {
        return isl::manage(isl_map_params(relation(text).copy()));
    }
    [[nodiscard]] isl::map by_iteration(const std::string& text) const {
        return reader_.map(
            fmt::format("{} -> {} by iteration, {}", question_.parameters, text, what_is_possible()),
            [&] {
                const isl::map whole = relation(text).intersect_params(possible());
                const auto depth = static_cast<unsigned>(isl_map_dim(whole.get(), isl_dim_in));
                return isl::manage(isl_map_project_out(whole.copy(), isl_dim_in, 1, depth - 1));
            });
    }

    const ClashQuestion& question_;
    std::string context_;
    std::optional<IslReader> own_reader_;
    IslReader& reader_;
};

bool empty(const isl::set& set) { return set.is_empty(); }

std::string parameter_name(const isl::set& set, unsigned index) {
    return isl_set_get_dim_name(set.get(), isl_dim_param, index);
}

// The set with one parameter not negative, where that leaves anything: -2147483648 is no good example.
isl::set prefer_small(isl::set set) {
    const auto count = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param));
    for (unsigned p = 0; p < count; ++p) {
        const isl::set natural = isl::manage(isl_set_lower_bound_si(set.copy(), isl_dim_param, p, 0));
        if (!empty(natural))
            set = natural;
    }
    return set;
}

isl::set fix(const isl::set& set, isl_dim_type type, unsigned index, std::int64_t value) {
    isl_val* wanted = isl_val_int_from_si(isl_set_get_ctx(set.get()), value);
    return isl::manage(isl_set_fix_val(set.copy(), type, index, wanted));
}

// The smallest point: parameters first, then the iterations, then the element.
Clash smallest(const isl::set& pairs) {
    const isl::set small = prefer_small(pairs);
    const auto count = static_cast<unsigned>(isl_set_dim(small.get(), isl_dim_param));
    const auto dims = static_cast<unsigned>(isl_set_dim(small.get(), isl_dim_set));
    const isl::set flat = isl::manage(isl_set_move_dims(small.copy(), isl_dim_set, 0, isl_dim_param, 0, count));
    const isl::set least = isl::manage(isl_set_lexmin(flat.copy()));
    isl_point* found = isl_set_sample_point(least.copy());
    const auto coordinate = [&](unsigned at) {
        isl_val* value = isl_point_get_coordinate_val(found, isl_dim_set, static_cast<int>(at));
        const std::int64_t number = isl_val_get_num_si(value);
        isl_val_free(value);
        return number;
    };
    Clash clash;
    for (unsigned p = 0; p < count; ++p)
        clash.parameters[parameter_name(small, p)] = coordinate(p);
    clash.writer = coordinate(count);
    clash.other = coordinate(count + 1);
    for (unsigned d = 0; d + 2 < dims; ++d)
        clash.element.push_back(coordinate(count + 2 + d));
    isl_point_free(found);
    return clash;
}

// Finds those parameters whose values the example needs, by letting go of one after the other.
void find_needed(const isl::set& pairs, const isl::set& all, Clash& clash) {
    const auto dims = static_cast<unsigned>(isl_set_dim(pairs.get(), isl_dim_set));
    isl::set meeting = fix(fix(pairs, isl_dim_set, 0, clash.writer), isl_dim_set, 1, clash.other);
    for (unsigned d = 0; d + 2 < dims; ++d)
        meeting = fix(meeting, isl_dim_set, d + 2, clash.element[d]);
    const isl::set enough = Meeting::parameters_of(meeting);
    std::map<std::string, std::int64_t> fixed = clash.parameters;
    const auto count = static_cast<unsigned>(isl_set_dim(all.get(), isl_dim_param));
    for (unsigned p = 0; p < count; ++p) {
        const std::string name = parameter_name(all, p);
        fixed.erase(name);
        isl::set rest = all;
        for (unsigned other = 0; other < count; ++other)
            if (const auto value = fixed.find(parameter_name(all, other)); value != fixed.end())
                rest = fix(rest, isl_dim_param, other, value->second);
        if (!rest.is_subset(enough))
            fixed[name] = clash.parameters.at(name);
    }
    for (const auto& [name, value] : fixed)
        clash.needed.push_back(name);
}

// All that an answer depends on.
std::string text_of(const ClashQuestion& question) {
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", question.parameters, question.context, question.whole,
                       question.writes, question.touches, question.descending, question.stride, question.any_size,
                       fmt::join(question.covers, "\n"));
}

std::string text_of(const OwnRead& read) {
    std::string text = text_of(read.common);
    for (const auto* covers : {&read.before, &read.perhaps}) {
        text += "\n--";
        for (const OwnRead::Cover& cover : *covers)
            text += fmt::format("\n{}\n{}\n{}", cover.write, cover.shared_loops, cover.in_front);
    }
    return text + fmt::format("\n--\n{}", read.writes ? fmt::format("{}", fmt::join(*read.writes, "\n")) : "none");
}

// What `ask` says, which is asked once for each text: many accesses have the same subscripts, and versions of a program
// that are tried ask the same again.
template <class Question, class Ask> auto remembered(const Question& question, Ask ask) {
    static std::map<std::string, std::invoke_result_t<Ask>> answers;
    const auto [known, is_new] = answers.try_emplace(text_of(question));
    if (is_new)
        known->second = ask();
    return known->second;
}

std::optional<Clash> ask_for_clash(const ClashQuestion& question) {
    Meeting meeting(question);
    try {
        isl::set pairs = meeting.pairs("w < o or w > o");
        if (empty(pairs))
            return std::nullopt;
        if (!meeting.runs()) {
            meeting.take_any_size();
            pairs = meeting.pairs("w < o or w > o");
        }
        const isl::set must = meeting.busy();
        if (empty(must) || !must.is_subset(Meeting::parameters_of(pairs)))
            return std::nullopt;
        isl::set examples = meeting.pairs(question.descending ? "w > o" : "w < o").intersect_params(must);
        if (empty(examples))
            examples = pairs.intersect_params(must);
        Clash clash = smallest(examples);
        find_needed(pairs, must, clash);
        return clash;
    } catch (const isl::exception&) {
        return std::nullopt;
    }
}

std::optional<Clash> ask_for_foreign(const OwnRead& read) {
    Meeting meeting(read.common);
    try {
        if (read.writes && !meeting.runs())
            meeting.take_any_size();
        const isl::set pairs = meeting.carried(read, true);
        if (empty(pairs))
            return std::nullopt;
        const isl::set must = meeting.busy();
        if (empty(must) || !must.is_subset(Meeting::parameters_of(pairs)))
            return std::nullopt;
        return smallest(pairs.intersect_params(must));
    } catch (const isl::exception&) {
        return std::nullopt;
    }
}

// The least value that a parameter has in a set of parameters; nullopt: there is none.
std::optional<std::int64_t> least_of(const isl::set& params, unsigned index) {
    isl_set* set = isl_set_move_dims(isl_set_from_params(params.copy()), isl_dim_set, 0, isl_dim_param, index, 1);
    const isl::val least = isl::manage(isl_set_dim_min_val(set, 0));
    return least.is_int() ? std::optional<std::int64_t>(least.get_num_si()) : std::nullopt;
}

std::optional<ClashFrom> ask_for_clash_from(const ClashQuestion& question) {
    const Meeting meeting(question);
    try {
        const isl::set must = meeting.busy();
        const isl::set pairs = meeting.pairs(question.descending ? "w > o" : "w < o").intersect_params(must);
        const isl::set meets = Meeting::parameters_of(pairs);
        const auto count = static_cast<unsigned>(isl_set_dim(meets.get(), isl_dim_param));
        for (unsigned p = 0; p < count && !empty(meets); ++p) {
            const std::string name = parameter_name(meets, p);
            const auto value = name == "lo" || name == "hi" ? std::nullopt : least_of(meets, p);
            if (!value)
                continue;
            const isl::set from =
                isl::manage(isl_set_lower_bound_si(must.copy(), isl_dim_param, p, static_cast<int>(*value)));
            if (from.is_subset(meets) && !must.is_subset(from))
                return ClashFrom{name, *value, smallest(pairs)};
        }
    } catch (const isl::exception&) {
    }
    return std::nullopt;
}

} // namespace

std::optional<ClashFrom> clash_from(const ClashQuestion& question) {
    return remembered(
        question, [&] { return ask_for_clash_from(question); });
}

std::optional<Clash> proved_clash(const ClashQuestion& question) {
    return remembered(
        question, [&] { return ask_for_clash(question); });
}

std::optional<Clash> proved_foreign(const OwnRead& read) {
    return remembered(
        read, [&] { return ask_for_foreign(read); });
}

bool never_clash(const ClashQuestion& question) {
    return remembered(
        question,
        [&] {
            const Meeting meeting(question);
            try {
                const std::string& by = question.stride;
                return empty(
                    meeting.pairs(by.empty() ? "w < o or w > o" : fmt::format("w + {0} <= o or o + {0} <= w", by)));
            } catch (const isl::exception&) {
                return false;
            }
        });
}

bool stays_own(const OwnRead& read) {
    return remembered(
        read,
        [&] {
            const Meeting meeting(read.common);
            try {
                return empty(meeting.carried(read, false));
            } catch (const isl::exception&) {
                return false;
            }
        });
}

} // namespace hydra::passes
