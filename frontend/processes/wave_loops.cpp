// A pipeline: ranks have blocks of rows, and rows are cut into blocks of columns; in step s, the rank of place r in the
// pipeline runs block s - r. Its neighbour has run that block's rows above it in the step before. Where vectors lead
// back along columns, blocks are skewed against rows (Wolf and Lam). What has no such form runs along hyperplanes, on
// every rank.
#include "frontend/processes/placing.h"
#include "frontend/processes/wave.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::frontend::cmaps {

namespace {

class WaveWriter {
  public:
    WaveWriter(const Parallel& it, CmapsUnit& unit, const std::vector<WavePartial>& partials, int depth,
               const WriteProcess& process)
        : it_(it), unit_(unit), partials_(partials), depth_(depth), process_(process) {
        for (const auto& vector : it.wave)
            for (const auto& each : vector)
                is_fixed_ = is_fixed_ && each.number().has_value();
    }

    Code write(bool in_order) {
        find_rows();
        if (in_order || (is_fixed_ && !find_columns())) {
            if (!in_order)
                unit_.warning(it_.range,
                              "this wave-front runs on every rank, in order: along each index its directions go both "
                              "ways, so that no rank can begin before another one has ended",
                              "hydra-order");
            along_hyperplanes();
            return std::move(out_);
        }
        if (!is_fixed_)
            columns_ = it_.indexes.size() < 2 ? none : rows_ == 0 ? 1 : 0;
        directions();
        if (is_fixed_) {
            pipeline();
            return std::move(out_);
        }
        std::string known;
        for (const auto& each : by_)
            known += (known.empty() ? "" : " && ") + each + " != 0";
        line("if (" + known + ") {");
        ++depth_;
        pipeline();
        --depth_;
        line("} else {");
        ++depth_;
        along_hyperplanes();
        --depth_;
        line("}");
        return std::move(out_);
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void line(const std::string& text) { out_ += pad(depth_) + text + "\n"; }

    [[nodiscard]] long number(std::size_t vector, std::size_t index) const { return *it_.wave[vector][index].number(); }

    // Ranks share out the index of the first subscript with one of what is written.
    void find_rows() {
        for (const auto& access : it_.accesses) {
            if (access.role == Role::in)
                continue;
            for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
                const auto& place = access.subscripts[d].first;
                if (place.coefficients.empty())
                    continue;
                const auto* index = it_.index(place.coefficients.begin()->first);
                rows_ = static_cast<std::size_t>(index - it_.indexes.data());
                extent_ = access.tile->extents[d];
                shift_ = place.constant.text();
                return;
            }
        }
    }

    // The sign of vectors along an index; 0: they go both ways. only: those that do not move along these others.
    [[nodiscard]] int sign(std::size_t index, const std::vector<std::size_t>& still) const {
        bool up = true, down = true;
        for (std::size_t v = 0; v < it_.wave.size(); ++v) {
            if (std::any_of(still.begin(), still.end(), [&](std::size_t k) { return number(v, k) != 0; }))
                continue;
            up = up && number(v, index) >= 0;
            down = down && number(v, index) <= 0;
        }
        return up ? 1 : down ? -1 : 0;
    }

    // Signs of all indexes, and which one is cut into columns. False: there is no such one.
    bool find_columns() {
        const auto count = it_.indexes.size();
        signs_.assign(count, 1);
        signs_[rows_] = sign(rows_, {});
        if (signs_[rows_] == 0)
            return false;
        for (std::size_t c = 0; c < count; ++c) {
            if (c == rows_)
                continue;
            signs_[c] = sign(c, {rows_});
            std::vector<std::size_t> before{rows_, c};
            bool fits = signs_[c] != 0;
            for (std::size_t k = 0; k < count && fits; ++k) {
                if (k == rows_ || k == c)
                    continue;
                signs_[k] = sign(k, before);
                fits = signs_[k] != 0;
                before.push_back(k);
            }
            if (!fits)
                continue;
            columns_ = c;
            for (std::size_t v = 0; v < it_.wave.size(); ++v) {
                const long down = number(v, rows_) * signs_[rows_], along = number(v, c) * signs_[c];
                if (down > 0 && along < 0)
                    skew_ = std::max(skew_, (-along + down - 1) / down);
            }
            const bool strides = it_.indexes[rows_].step != "1" || it_.indexes[c].step != "1";
            return skew_ == 0 || !strides;
        }
        columns_ = none;
        return count == 1;
    }

    // For each index, the variable of its step, which counts the way of the wave.
    void directions() {
        for (std::size_t k = 0; k < it_.indexes.size(); ++k) {
            const auto& index = it_.indexes[k];
            count_.push_back(unit_.fresh(index.name + "_count"));
            if (is_fixed_) {
                by_.push_back((signs_[k] < 0 ? "-" : "") + index.step);
                base_.push_back(signs_[k] < 0 ? index.last : index.first);
            } else {
                std::vector<std::string> along;
                for (const auto& vector : it_.wave)
                    along.push_back(vector[k].text());
                by_.push_back(unit_.fresh(index.name + "_by"));
                base_.push_back(unit_.fresh(index.name + "_base"));
                line(fmt::format("const long {} = {} * hydra_wave_direction({}, (const long[]){{{}}});", by_[k],
                                 index.step, along.size(), fmt::join(along, ", ")));
                line(fmt::format("const long {} = {} < 0 ? {} : {};", base_[k], by_[k], index.last, index.first));
            }
            line(fmt::format("const long {0} HYDRA_UNUSED = {2} < {1} ? 0 : ({2} - {1}) / {3} + 1;", count_[k],
                             index.first, index.last, index.step));
        }
    }

    // A bound that inspectors find in a variable.
    std::string named(const std::string& value, const std::string& wish) {
        auto name = unit_.fresh(wish);
        line(fmt::format("const long {} = {};", name, value));
        return name;
    }

    // A loop over places from <= u < to along the wave; what its variable's place is.
    struct Range {
        std::string from, to;
    };
    std::string open(std::size_t k, const Range& range) {
        const auto& [from, to] = range;
        const auto& name = it_.indexes[k].name;
        const auto& base = base_[k];
        std::string place;
        if (by_[k] == "1") {
            const auto shift = base == "0" ? "" : base + " + ";
            line(fmt::format("for (long {0} = {1}{2}; {0} < {1}{3}; {0}++) {{", name, shift, from, to));
            place = base == "0" ? name : fmt::format("{} - {}", name, base);
            ++depth_;
        } else {
            place = unit_.fresh("hydra_at");
            line(fmt::format("for (long {0} = {1}; {0} < {2}; {0}++) {{", place, from, to));
            ++depth_;
            line(by_[k] == "-1" ? fmt::format("const long {} = {} - {};", name, base, place)
                                : fmt::format("const long {} = {} + {} * {};", name, base, by_[k], place));
        }
        return place;
    }

    void pipeline() {
        const CmapsUnit::NameScope names(unit_);
        const auto ranks = unit_.fresh("hydra_ranks"), width = unit_.fresh("hydra_width"),
                   blocks = unit_.fresh("hydra_blocks"), step = unit_.fresh("hydra_step"),
                   rank = unit_.fresh("hydra_rank"), place = unit_.fresh("hydra_place_of");
        const std::string here = CoordinationExpressions::here;
        const bool cut = columns_ != none;
        std::string others, all;
        for (std::size_t k = 0; k < it_.indexes.size(); ++k) {
            if (k != rows_ && k != columns_)
                others += " * " + count_[k];
            all += (all.empty() ? "" : " && ") + count_[k] + " > 0";
        }
        line(fmt::format("const long {} = {}.count;", ranks, here));
        const auto span = cut ? skew_ == 0 ? count_[columns_]
                                           : fmt::format("{} + {} * ({} - 1)", count_[columns_], skew_, count_[rows_])
                              : "1";
        line(
            fmt::format("const long {} HYDRA_UNUSED = {};", width,
                        cut ? fmt::format("hydra_wave_width({}, {}{}, {})", span, count_[rows_], others, ranks) : "1"));
        line(fmt::format("const long {0} = !({1}) ? 0 : ({2} + {3} - 1) / {3} + {4} - 1;", blocks, all, span, width,
                         ranks));
        declare_partials(ranks);
        line(fmt::format("for (long {0} = 0; {0} < {1}; {0}++) {{", step, blocks));
        ++depth_;
        out_ += "#pragma hydra parallel for" + placing_by_process(here) + "\n";
        line(fmt::format("for (long {0} = 0; {0} < {1}; {0}++) {{", rank, ranks));
        ++depth_;
        line(fmt::format("const long {} = {} - ({} < 0 ? {} - 1 - {} : {});", place, step, by_[rows_], ranks, rank,
                         rank));
        take_partials(rank);
        const auto of_rank = fmt::format("({}, {}, {}, {} + {}, {}, {})", extent_, ranks, rank, base_[rows_], shift_,
                                         by_[rows_], count_[rows_]);
        const Range rows{named("hydra_wave_begin" + of_rank, it_.indexes[rows_].name + "_from"),
                         named("hydra_wave_end" + of_rank, it_.indexes[rows_].name + "_to")};
        Range columns;
        const auto take_columns = [&](const std::string& back) {
            const auto border = [&](const char* more) {
                return fmt::format("({}{}) * {}{}", place, more, width, back);
            };
            const auto& name = it_.indexes[columns_].name;
            columns = {named(fmt::format("hydra_larger(0, {})", border("")), name + "_from"),
                       named(fmt::format("hydra_smaller({}, {})", count_[columns_], border(" + 1")), name + "_to")};
        };
        if (cut && skew_ == 0)
            take_columns("");
        const auto row = open(rows_, rows);
        if (cut && skew_ != 0)
            take_columns(fmt::format(" - {} * ({})", skew_, row));
        if (cut) {
            open(columns_, columns);
        } else {
            line(fmt::format("if ({} == 0) {{", place));
            ++depth_;
        }
        const int opened = depth_;
        for (std::size_t k = 0; k < it_.indexes.size(); ++k)
            if (k != rows_ && k != columns_)
                open(k, {"0", count_[k]});
        out_ += process_(depth_);
        while (depth_ > opened)
            close();
        close();
        close();
        give_partials(rank);
        close();
        close();
        join_partials(ranks);
    }

    void close() {
        --depth_;
        line("}");
    }

    // ---- reductions: each rank combines what is its own

    void declare_partials(const std::string& ranks) {
        for (const auto& each : partials_) {
            const auto own = unit_.fresh(each.all + "_of");
            own_.push_back(own);
            line(fmt::format("{0} *{1} = malloc((unsigned long){2} * sizeof({0}));", each.type, own, ranks));
            line(fmt::format("for (long hydra_r = 0; hydra_r < {}; hydra_r++)", ranks));
            line(fmt::format("    {}[hydra_r] = {};", own, each.neutral));
        }
    }
    void take_partials(const std::string& rank) {
        for (std::size_t k = 0; k < partials_.size(); ++k)
            line(fmt::format("{} {} = {}[{}];", partials_[k].type, partials_[k].all, own_[k], rank));
    }
    void give_partials(const std::string& rank) {
        for (std::size_t k = 0; k < partials_.size(); ++k)
            line(fmt::format("{}[{}] = {};", own_[k], rank, partials_[k].all));
    }
    void join_partials(const std::string& ranks) {
        for (std::size_t k = 0; k < partials_.size(); ++k) {
            line(fmt::format("for (long hydra_r = 0; hydra_r < {}; hydra_r++) {{", ranks));
            line(fmt::format("    const {} hydra_one = {}[hydra_r];", partials_[k].type, own_[k]));
            line("    " + partials_[k].combine(partials_[k].all, "hydra_one"));
            line("}");
            line(fmt::format("free({});", own_[k]));
        }
        own_.clear();
    }

    // ---- in order

    // Hyperplane by hyperplane; the last index follows from the others.
    void along_hyperplanes() {
        const CmapsUnit::NameScope names(unit_);
        const auto h = unit_.fresh("hydra_schedule"), t = unit_.fresh("hydra_time"), rest = unit_.fresh("hydra_rest");
        const auto count = it_.indexes.size();
        std::vector<std::string> vectors, least, greatest, product;
        for (const auto& vector : it_.wave)
            for (const auto& each : vector)
                vectors.push_back(each.text());
        line(fmt::format("long {}[{}];", h, count));
        line(fmt::format("hydra_wave_schedule({}, {}, (const long[]){{{}}}, {}, {});", count, it_.wave.size(),
                         fmt::join(vectors, ", "), h, unit_.quoted_place(it_.range)));
        std::string all;
        for (std::size_t k = 0; k < count; ++k) {
            const auto& index = it_.indexes[k];
            least.push_back(fmt::format("hydra_least({}[{}], {}, {})", h, k, index.first, index.last));
            greatest.push_back(fmt::format("hydra_greatest({}[{}], {}, {})", h, k, index.first, index.last));
            if (k + 1 < count)
                product.push_back(fmt::format(" - {}[{}] * {}", h, k, index.name));
            all += (all.empty() ? "" : " && ") + index.first + " <= " + index.last;
        }
        line("if (" + all + ")");
        line(fmt::format("for (long {0} = {1}; {0} <= {2}; {0}++)", t, fmt::join(least, " + "),
                         fmt::join(greatest, " + ")));
        ++depth_;
        for (std::size_t k = 0; k + 1 < count; ++k) {
            const auto& index = it_.indexes[k];
            line(fmt::format("for (long {0} = {1}; {0} <= {2}; {0} += {3})", index.name, index.first, index.last,
                             index.step));
        }
        const auto& last = it_.indexes.back();
        line("{");
        ++depth_;
        line(fmt::format("const long {} = {}{};", rest, t, fmt::join(product, "")));
        line(fmt::format("const long {} = {} / {}[{}];", last.name, rest, h, count - 1));
        line(fmt::format("if ({0} * {1}[{2}] == {3} && {4} <= {0} && {0} <= {5} && ({0} - {4}) % {6} == 0) {{",
                         last.name, h, count - 1, rest, last.first, last.last, last.step));
        out_ += process_(depth_ + 1);
        line("}");
        close();
        --depth_;
    }

    const Parallel& it_;
    CmapsUnit& unit_;
    const std::vector<WavePartial>& partials_;
    int depth_;
    const WriteProcess& process_;
    bool is_fixed_ = true; // all vectors are numbers
    std::size_t rows_ = 0, columns_ = none;
    std::string extent_, shift_; // of the dimension that ranks share out: index + shift is its subscript
    std::vector<int> signs_;     // by index, where vectors are numbers
    long skew_ = 0;              // a row's block of columns begins so many earlier than that of the row before
    std::vector<std::string> by_, base_, count_, own_;
    Code out_;
};

} // namespace

Code wave_loops(const Parallel& parallel, CmapsUnit& unit, const std::vector<WavePartial>& partials, bool in_order,
                int depth, const WriteProcess& process) {
    return WaveWriter(parallel, unit, partials, depth, process).write(in_order);
}

} // namespace hydra::frontend::cmaps
