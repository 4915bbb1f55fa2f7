// An inner loop whose rounds are dealt out to work items: it keeps its place and its body, and counts only through the
// rounds that are the item's own: of P parts, part p has the rounds p, p + P, p + 2P and so on, so that items side by
// side touch what lies side by side. With one part it is the user's loop as it stands.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/context.h"
#include "codegen/kernel/split_inner.h"

namespace hydra::codegen {

// The kernel's inner loops that can be dealt out so: all of ir::Schedule::inner, or none.
const std::vector<ir::InnerLoop>& mapped_inner(const ir::Kernel& kernel);

struct MappedLoop {
    const ir::CountingLoop* counting = nullptr;
    std::size_t index = 0;          // of the ir::InnerLoop that it belongs to
    std::optional<SplitLoop> split; // one round is left to a second launch
};
// nullopt: the statement is no such loop.
std::optional<MappedLoop> mapped_loop(const ir::Kernel& kernel, const ir::Stmt& stmt);

// What stands in the loop's head, as device code has it.
struct MappedTexts {
    std::string type, variable;
    std::string head; // the variable, with its type where the head declares it
    std::string start, bound;
    // The launch runs it for these values of the variable, lowest <= j < beyond, alone (device_windows.h); empty: all.
    std::string lowest = {}, beyond = {};
    bool opencl = false; // the dialect
};
// OpenCL's compilers are told by this macro whether there may be several parts. Without any, a loop must be one as
// compilers for CPUs know them, so that they make vectors of its rounds.
constexpr const char* rounds_in_turn = "HYDRA_ROUNDS_IN_TURN";
// The beginnings of two blocks, with all up to the loop's body.
std::string mapped_head(const Context& context, const MappedLoop& dealt, const MappedTexts& texts, int indent);

// The same of a loop, counting by one, that is not dealt out, and whose launches run some of its rounds. After the body
// two blocks end.
std::string cut_head(const Context& context, const ir::CountingLoop& counting, const MappedTexts& texts, int indent);

// A variable that stands for elements, as the program writes them, where hooks print these.
struct Standing {
    std::string name;
    std::set<std::string> elements;
    [[nodiscard]] bool stands_for(const ir::Expr& expr) const {
        return !elements.empty() && expr.as<ir::Index>() != nullptr && elements.contains(ir::print_c(expr, {}));
    }
};
// Of a loop with `split`, the whole block. standing: what the hooks ask, by which the loop's body is printed several
// times.
std::string mapped_split(const Context& context, const MappedLoop& dealt, const MappedTexts& texts, int indent,
                         const ir::PrintHooks& hooks, Standing& standing);
// In its kernel, which of the launches this is: 0 the only one, 1 that of all other rounds, 2 that of the one round.
std::string turn_name(const Context& context);

// The names, in a kernel, of the item's part of an inner loop, and of how many there are.
std::string part_name(const Context& context, std::size_t index);
std::string parts_name(const Context& context, std::size_t index);

} // namespace hydra::codegen
