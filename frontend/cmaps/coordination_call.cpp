// A tile hands its extents, its pointer and its layout over; all that are handed over belong to one group of processes,
// which runs the function.
#include "frontend/cmaps/coordination_call.h"

#include <optional>

#include <fmt/format.h>

#include "frontend/cmaps/coordination.h"

namespace hydra::frontend::cmaps {

namespace {

class CallWriter {
  public:
    CallWriter(const RoleFunction& called, P::UnaryContext* call, CmapsUnit& unit, Scopes& scopes,
               CoordinationExpressions& expressions, int depth)
        : called_(called), call_(call), unit_(unit), scopes_(scopes), expressions_(expressions), depth_(depth) {}

    Code write() {
        const auto& arguments = call_->postfix(0)->assignment();
        if (arguments.size() != called_.parameters.size()) {
            unit_
                .error(unit_.range(call_),
                       fmt::format(
                           "'{}' takes {} argument{}: in calls between coordination functions a tile is one of them",
                           called_.name, called_.parameters.size(), called_.parameters.size() == 1 ? "" : "s"))
                .notes.push_back({called_.range, "declared here"});
            return {};
        }
        Code before, list;
        std::string group, first;
        for (std::size_t k = 0; k < arguments.size(); ++k) {
            std::optional<Tile> tile;
            list += Code(", ") + argument(called_.parameters[k], arguments[k], tile, before);
            if (!tile)
                continue;
            if (!group.empty() && group != tile->group)
                before +=
                    pad(depth_ + 1) + fmt::format("hydra_one_group({}, {}, {}, \"{}\", \"{}\");\n", group, tile->group,
                                                  unit_.quoted_place(unit_.range(call_)), first, tile->name);
            if (group.empty())
                first = tile->name;
            group = tile->group;
        }
        const auto text = Code(inner_name(called_), unit_.range(call_->getStart())) + "(" +
                          (group.empty() ? std::string(CoordinationExpressions::here) : group) + list;
        for (std::size_t a = 0; a < arguments.size(); ++a)
            for (std::size_t b = a + 1; b < arguments.size(); ++b)
                check_alias(a, b, arguments);
        if (before.empty())
            return Code(pad(depth_)) + text + ");\n";
        return Code(pad(depth_)) + "{\n" + before + pad(depth_ + 1) + text + ");\n" + pad(depth_) + "}\n";
    }

  private:
    void check_alias(std::size_t a, std::size_t b, const std::vector<P::AssignmentContext*>& arguments) {
        auto* one = plain_name(arguments[a]);
        auto* other = plain_name(arguments[b]);
        const auto& x = called_.parameters[a];
        const auto& y = called_.parameters[b];
        const bool tiles = x.is_tile && y.is_tile;
        const bool scalars = x.is_scalar() && y.is_scalar() && x.role != Role::in && y.role != Role::in;
        if ((!tiles && !scalars) || one == nullptr || other == nullptr || unit_.text(one) != unit_.text(other))
            return;
        if (called_.parameters[a].role != Role::in || called_.parameters[b].role != Role::in)
            unit_.error(unit_.range(call_), fmt::format("'{}' is handed to '{}' twice, as '{}' and as '{}', of which "
                                                        "one is written; only 'in' parameters may be the same array",
                                                        unit_.text(one), called_.name, called_.parameters[a].name,
                                                        called_.parameters[b].name));
    }

    // tile: becomes the one that it is. before: receives what has to stand before the call, in a block.

    Code argument(const RoleParameter& parameter, P::AssignmentContext* written, std::optional<Tile>& tile,
                  Code& before) {
        auto* name = plain_name(written);
        if (parameter.is_tile) {
            std::size_t used = 0;
            auto* unary = plain_unary(written);
            if (unary != nullptr)
                tile = expressions_.tile_of(unary, used, depth_ + 1, before);
            if (tile && unary->postfix().size() != used)
                tile.reset();
            if (!tile || !tile->exists || tile->dims() != parameter.extents.size() ||
                !unit_.same_type(tile->type, parameter.type)) {
                unit_.error(
                    unit_.range(written),
                    fmt::format("'{}' of '{}' is a tile of {} in {} dimension{}{}", parameter.name, called_.name,
                                parameter.type, parameter.extents.size(), parameter.extents.size() == 1 ? "" : "s",
                                !tile ? "; this is none"
                                : !tile->exists
                                    ? fmt::format(", and '{0}' has no extents yet: give them with ArrayMap({0}, L, …)",
                                                  tile->name)
                                    : fmt::format("; '{}' is one of {} in {}", tile->name, tile->type, tile->dims())));
                return {};
            }
            if (parameter.role != Role::in && tile->role == Role::in)
                unit_.error(unit_.range(written),
                            fmt::format("'{}' is an 'in' tile, and '{}' writes it", tile->name, called_.name));
            Code out;
            for (const auto& extent : tile->extents)
                out += extent + ", ";
            return out + Code(tile->rows(), unit_.range(written)) + ", " + tile->layout;
        }
        if (parameter.role == Role::in || !parameter.is_scalar())
            return expressions_.emit(written);
        auto* head = head_name(plain_unary(written));
        const auto* value = head == nullptr ? nullptr : scopes_.value(unit_.text(head));
        if (value != nullptr && name == nullptr && !value->is_constant)
            return Code("&") + expressions_.emit(written);
        if (value == nullptr || value->is_constant) {
            unit_.error(unit_.range(written),
                        fmt::format("'{}' of '{}' is changed, so a variable stands here that may be", parameter.name,
                                    called_.name));
            return {};
        }
        return Code(value->by_address ? "" : "&") + Code(value->name, unit_.range(written));
    }

    const RoleFunction& called_;
    P::UnaryContext* call_;
    CmapsUnit& unit_;
    Scopes& scopes_;
    CoordinationExpressions& expressions_;
    int depth_;
};

} // namespace

Code lower_call(const RoleFunction& called, P::UnaryContext* call, CmapsUnit& unit, Scopes& scopes,
                CoordinationExpressions& expressions, int depth) {
    return CallWriter(called, call, unit, scopes, expressions, depth).write();
}

} // namespace hydra::frontend::cmaps
