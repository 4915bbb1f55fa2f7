// See kernel_interleaved.h. Within a block, statements that stand in a row without loops get a loop over the block's
// iterations of their own; the loops of the body stay around them. So each iteration does what it does in its own
// order.
#include "codegen/kernel/kernel_interleaved.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

constexpr const char* before_pragma = "#if defined __GNUC__ && !defined __clang__\n#pragma GCC ";

class BlockWriter {
  public:
    // Statements without loops stand between `pragma`, lines, and `head {`, and `}`.
    BlockWriter(std::string pragma, std::string head, const ir::PrintHooks& hooks)
        : pragma_(std::move(pragma)), head_(std::move(head)), hooks_(hooks) {}

    std::string sequence(const ir::Stmt& stmt, int indent) const {
        if (const auto* loop = stmt.as<ir::For>()) {
            return pad(indent) + loop_head(*loop, hooks_) + " {\n" + sequence(*loop->body, indent + 1) + pad(indent) +
                   "}\n";
        }
        const auto* list = stmt.as<ir::Compound>();
        if (list == nullptr)
            return part(ir::print_c(stmt, indent + 1, hooks_), indent);
        std::string text, row;
        for (const auto& item : list->items) {
            if (!holds_loop(*item)) {
                row += ir::print_c(*item, indent + 1, hooks_);
                continue;
            }
            text += part(row, indent);
            row.clear();
            text += item->as<ir::For>() != nullptr
                        ? sequence(*item, indent)
                        : pad(indent) + "{\n" + sequence(*item, indent + 1) + pad(indent) + "}\n";
        }
        return text + part(row, indent);
    }

  private:
    static std::string pad(int indent) { return std::string(static_cast<std::size_t>(indent) * 4, ' '); }

    [[nodiscard]] std::string part(const std::string& statements, int indent) const {
        return statements.empty() ? "" : pragma_ + pad(indent) + head_ + " {\n" + statements + pad(indent) + "}\n";
    }

    std::string pragma_, head_;
    const ir::PrintHooks& hooks_;
};

// The header of a loop over the chunk with other bounds.
std::string with_bounds(const InterleavedTexts& texts, const std::string& lo, const std::string& hi) {
    std::string text;
    const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = 0; at < texts.header.size();) {
        std::size_t to = at;
        while (to < texts.header.size() && is_name(texts.header[to]))
            ++to;
        const auto word = texts.header.substr(at, std::max<std::size_t>(to - at, 1));
        text += word == texts.lo ? lo : word == texts.hi ? hi : word;
        at += word.size();
    }
    return text;
}

} // namespace

std::string loop_head(const ir::For& loop, const ir::PrintHooks& hooks) {
    auto init = ir::print_c(*loop.init, 0, hooks); // a declaration or an assignment, one line
    init.resize(init.find_last_not_of('\n') + 1);
    return fmt::format("for ({} {}; {})", init, ir::print_c(*loop.cond, hooks), ir::print_c(*loop.inc, hooks));
}

std::string lanes_pragma() { return fmt::format("{}ivdep\n#endif\n", before_pragma); }

std::string plain_roots(const ir::Kernel& kernel) {
    std::string text;
    for (const auto& name : kernel.schedule.interleaving.plain_roots) {
        text += fmt::format("    extern {0} ({1})({0}) __attribute__((const));\n", name == "sqrtf" ? "float" : "double",
                            name);
    }
    return text;
}

std::string blocks_text(const ir::Kernel& kernel, const InterleavedTexts& texts, const ir::PrintHooks& hooks) {
    const auto& body = *kernel.loop->as<ir::For>()->body;
    const auto size = kernel.schedule.interleaving.block;
    const auto& [lo, hi, block, end, header, per_iteration] = texts;
    if (kernel.schedule.interleaving.lanes) {
        const BlockWriter writer(lanes_pragma(), with_bounds(texts, block, end), hooks);
        return fmt::format("    for (long {0} = {1}, {2}; {0} < {3}; {0} = {2}) {{{4}\n"
                           "        {2} = {3} - {0} < {5} ? {3} : {0} + {5};\n{6}    }}\n",
                           block, lo, end, hi, per_iteration, size, writer.sequence(body, 2));
    }
    const BlockWriter writer(fmt::format("{}unroll {}\n#endif\n", before_pragma, size),
                             with_bounds(texts, block, fmt::format("({} + {})", block, size)), hooks);
    return fmt::format("    long {0} = {1};\n    for (; {2} - {0} >= {3}; {0} += {3}) {{{4}\n{5}    }}\n"
                       "    {6} {{{4}\n{7}    }}\n",
                       block, lo, hi, size, per_iteration, writer.sequence(body, 2), with_bounds(texts, block, hi),
                       ir::print_c(body, 2, hooks));
}

} // namespace hydra::codegen
