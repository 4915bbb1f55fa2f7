// A footprint function is a flat list: the keys under their names, the shapes of the slots, then one statement for each
// access with the user's expression above it.
#include "codegen/host/footprint_function.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/host/told.h"
#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

const char* kind_verb(ir::AccessKind kind) {
    return kind == ir::AccessKind::read     ? "reads"
           : kind == ir::AccessKind::write  ? "writes"
           : kind == ir::AccessKind::reduce ? "accumulates into"
                                            : "may write";
}

// The user's part of a key's host text: "d" of "(long)((unsigned long)((long)d))".
std::string without_casts(std::string text) {
    for (const std::string cast : {"(long)", "(unsigned long)", "(size_t)"})
        for (auto at = text.find(cast); at != std::string::npos; at = text.find(cast))
            text.erase(at, cast.size());
    const auto is_enclosed = [&] {
        int depth = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
            if (depth == 0)
                return i > 0 && i + 1 == text.size();
        }
        return false;
    };
    while (is_enclosed())
        text = text.substr(1, text.size() - 2);
    return text;
}

class FootprintWriter {
  public:
    FootprintWriter(const Context& context, const Described& what) : context_(context), what_(what) {}

    // Helpers first, then the function.
    std::string write() {
        std::string body;
        for (std::size_t slot = 0; slot < what_.slots.size(); ++slot)
            body += shape(slot);
        std::string helpers;
        std::string open; // the condition under which the last ones stand
        const auto close = [&](const std::string& next) {
            if (!open.empty() && next != open)
                body += "    }\n";
            if (!next.empty() && next != open)
                body += fmt::format("    if ({}) {{\n", next);
            open = next;
        };
        for (std::size_t index = 0; index < what_.accesses.size(); ++index) {
            const auto& access = what_.accesses[index];
            if (access.form == ir::Access::Form::found) {
                body += fmt::format("    /* {} {}: found at run time */\n", kind_verb(access.kind),
                                    comment_text(access.text));
                continue;
            }
            if (access.everywhere) {
                body += fmt::format("    /* {} {}: all ranks have that */\n", kind_verb(access.kind),
                                    comment_text(access.text));
                continue;
            }
            close(access.guard ? spoken(*access.guard) : "");
            body += fmt::format("    {}/* {} {} */\n", access.guard ? "    " : "", kind_verb(access.kind),
                                comment_text(access.text));
            body += statement(access, index);
            if (access.form == ir::Access::Form::rows)
                helpers += row_helper(access, index);
        }
        close("");
        return helpers + head() + beyond() + body + "}\n";
    }

  private:
    std::string head() const {
        const auto f = context_.name("f");
        const auto k = context_.name("k");
        auto text =
            fmt::format("static void {}(hydra_rt_footprint *{}, const long *{}, long {}, long {})\n{{\n",
                        context_.name(what_.prefix + "_touches_" + what_.name), f, k, ir::chunk_begin, ir::chunk_end);
        bool any_key = false;
        for (std::size_t index = 0; index < what_.keys.size(); ++index) {
            const auto& key = what_.keys[index];
            if (key.natural || key.limit > 0 || spoken_of_.contains(key.name)) {
                text += fmt::format("    const long {} = {}[{}];\n", key.name, k, index);
                any_key = true;
            }
        }
        const auto unused = [&](const std::string& parameter, bool used) {
            text += used ? "" : fmt::format("    (void){};\n", parameter);
        };
        unused(f, !what_.slots.empty() || !what_.accesses.empty());
        unused(k, any_key);
        for (const char* bound : {ir::chunk_begin, ir::chunk_end})
            unused(bound, spoken_of_.contains(bound));
        return text;
    }

    // What the body says holds for some keys inside of limits only: unsigned ones below 2 to the power of 62, those
    // whose conversion to a narrower type was left out as far as it changes nothing.
    std::string beyond() const {
        std::string text;
        for (const auto& key : what_.keys) {
            if (key.natural || key.limit > 0) {
                const std::string low = key.natural ? "0" : fmt::format("-{}L", key.limit);
                const std::string high = key.limit > 0 ? fmt::format("{}L", key.limit) : "1L << 62";
                text += fmt::format("    if ({0} < {1} || {0} > {2}) {{\n        hydra_rt_beyond({3}, {4});\n"
                                    "        return;\n    }}\n",
                                    key.name, low, high, context_.name("f"),
                                    string_literal(without_casts(key.host.text())));
            }
        }
        return text;
    }

    std::string shape(std::size_t index) {
        const auto& slot = what_.slots[index];
        std::vector<std::string> texts;
        for (const auto& length : slot.lengths)
            texts.push_back(spoken(length));
        const auto lengths =
            texts.empty() ? std::string("0") : fmt::format("(const long[]){{{}}}", fmt::join(texts, ", "));
        auto text = fmt::format("    hydra_rt_shape({}, {}, {}, {}, {}); /* {} */\n", context_.name("f"), index,
                                slot.elem, slot.dims(), lengths, comment_text(slot.name));
        if (slot.skew != 0)
            text += fmt::format("    hydra_rt_skew({}, {}, {});\n", context_.name("f"), index, slot.skew);
        for (const int dim : slot.tables)
            text += fmt::format("    hydra_rt_table({}, {}, {});\n", context_.name("f"), index, dim);
        return text;
    }

    std::string statement(const ir::Access& access, std::size_t index) {
        const std::string indent = access.guard ? "        " : "    ";
        switch (access.form) {
        case ir::Access::Form::whole:
            if (access.box.empty()) {
                return fmt::format("{}hydra_rt_whole({}, {}, {});\n", indent, context_.name("f"), how(access),
                                   access.slot);
            }
            [[fallthrough]];
        case ir::Access::Form::box: {
            std::vector<std::string> bounds;
            for (const auto& bound : access.box)
                bounds.push_back(fmt::format("{}, {}, {}", spoken(bound.lo), spoken(bound.hi), spoken(bound.step)));
            const bool box = access.form == ir::Access::Form::box;
            const char* function = box && access.row ? "rows" : box && access.each > 0 ? "each" : "box";
            const std::string law = box && access.row        ? ", " + spoken(*access.row)
                                    : box && access.each > 0 ? fmt::format(", {}", access.each)
                                                             : "";
            return fmt::format("{}hydra_rt_{}({}, {}, {}, (const long[]){{{}}}{});\n", indent, function,
                               context_.name("f"), how(access), access.slot, fmt::join(bounds, ",  "), law);
        }
        case ir::Access::Form::rows: {
            access.rows.add_symbols(spoken_of_);
            const auto scan = access.rows.text(row_name(index) + "(" + context_.name("f") + ", ");
            std::string text;
            for (std::size_t pos = 0; pos < scan.size();) {
                const auto end = std::min(scan.find('\n', pos), scan.size());
                text += indent + scan.substr(pos, end - pos) + "\n";
                pos = end + 1;
            }
            return text;
        }
        case ir::Access::Form::everything:
            return fmt::format("{}hydra_rt_everything({}, {});\n", indent, context_.name("f"), how(access));
        case ir::Access::Form::found:
            break;
        }
        throw support::InternalError("unknown access form");
    }

    // The kind of an access, and which it is among those that people know.
    std::string how(const ir::Access& access) const {
        const auto kind = access_kind(access);
        const auto number = told_number(what_.told, access);
        return number == 0 ? kind : fmt::format("HYDRA_RT_OF({}, {})", number, kind.substr(sizeof "HYDRA_RT_" - 1));
    }

    std::string row_name(std::size_t index) const {
        return context_.name(fmt::format("{}_row_{}_{}", what_.prefix, what_.name, index));
    }

    // What a scan calls for a row.
    std::string row_helper(const ir::Access& access, std::size_t index) const {
        const auto dims = what_.slots.at(static_cast<std::size_t>(access.slot)).dims() - access.box.size();
        std::string params;
        std::string behind; // the dimensions that are the same in all rows
        for (const auto& bound : access.box)
            behind += fmt::format(",  {}, {}, {}", bound.lo.text(), bound.hi.text(), bound.step.text());
        std::string bounds;
        for (std::size_t dim = 0; dim + 1 < dims; ++dim) {
            const auto x = context_.name("x" + std::to_string(dim));
            params += fmt::format("long {}, ", x);
            bounds += fmt::format("{0}, {0} + 1, 1,  ", x);
        }
        return fmt::format("static void {0}(hydra_rt_footprint *{1}, {2}long {3}, long {4}, long {8})\n{{\n"
                           "    hydra_rt_box({1}, {5}, {6}, (const long[]){{{7}{3}, {4}, {8}{9}}});\n}}\n\n",
                           row_name(index), context_.name("f"), params, context_.name("from"), context_.name("to"),
                           how(access), access.slot, bounds, context_.name("by"), behind);
    }

    // Its text, which the function's body has.
    std::string spoken(const ir::SymbolicExpr& expr) {
        expr.add_symbols(spoken_of_);
        return expr.text();
    }

    const Context& context_;
    const Described& what_;
    ir::SymbolicExpr::Symbols spoken_of_; // in what has been written
};

} // namespace

std::string footprint_function(const Context& context, const Described& what) {
    return FootprintWriter(context, what).write();
}

} // namespace hydra::codegen
