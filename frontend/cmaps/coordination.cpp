// Two functions stand for one: what coordination functions call, with layouts, and what C calls.
#include "frontend/cmaps/coordination.h"

#include <fmt/format.h>

#include "frontend/cmaps/coordination_body.h"

namespace hydra::frontend::cmaps {

namespace {

// The parameters of what coordination functions call, which are added to `scopes`.
Code inner_parameters(const RoleFunction& function, CmapsUnit& unit, Scopes& scopes) {
    Code out = fmt::format("hydra_group {} HYDRA_UNUSED", CoordinationExpressions::here);
    for (const auto& each : function.parameters) {
        out += ", ";
        const Code name(each.name, each.range);
        if (each.is_tile) {
            Tile tile;
            tile.group = CoordinationExpressions::here;
            tile.name = each.name;
            tile.type = each.type;
            tile.role = each.role;
            tile.range = each.range;
            for (std::size_t d = 0; d < each.extents.size(); ++d) {
                tile.extents.push_back(unit.fresh(extent_name(each.name, d)));
                out += "long " + tile.extents.back() + (d == 0 ? " HYDRA_UNUSED, " : ", ");
            }
            tile.layout = unit.fresh(each.name + "_layout");
            out += Code(tile_pointer(each.type, each.name, tile.extents), each.range) + ", hydra_layout " +
                   tile.layout + " HYDRA_UNUSED";
            unit.check_name(each.name, each.range);
            scopes.add(tile);
            continue;
        }
        Value value{each.name, each.type, false, !each.extents.empty(), each.is_layout, false, each.role == Role::in,
                    each.range};
        value.by_address = each.role != Role::in && each.is_scalar();
        out += (each.role == Role::in && value.is_array ? "const " : "") + each.type + (value.by_address ? " *" : " ") +
               name + (value.is_layout ? " HYDRA_UNUSED" : "");
        for (auto* extent : each.extents)
            out += "[" + (extent->assignment() == nullptr ? "" : unit.text(extent->assignment())) + "]";
        unit.check_name(each.name, each.range);
        scopes.add(value);
    }
    return out;
}

// By parameter: names for the extents of tiles, in what C calls.
std::vector<std::vector<std::string>> c_extents(const RoleFunction& function, CmapsUnit& unit) {
    const CmapsUnit::NameScope names(unit);
    std::vector<std::vector<std::string>> result;
    for (const auto& each : function.parameters) {
        result.emplace_back();
        for (std::size_t d = 0; each.is_tile && d < each.extents.size(); ++d)
            result.back().push_back(unit.fresh(extent_name(each.name, d)));
    }
    return result;
}

// Arrays behind two parameters may only overlap where nothing writes them.
Code alias_checks(const RoleFunction& function, const CmapsUnit& unit, Scopes& scopes) {
    Code out;
    for (std::size_t a = 0; a < function.parameters.size(); ++a) {
        for (std::size_t b = a + 1; b < function.parameters.size(); ++b) {
            const auto& x = function.parameters[a];
            const auto& y = function.parameters[b];
            const bool both_scalars = x.is_scalar() && y.is_scalar() && !x.is_tile && !y.is_tile;
            if (both_scalars && x.role != Role::in && y.role != Role::in) {
                out += fmt::format("    hydra_apart({0}, sizeof *{0}, \"{0}\", {1}, sizeof *{1}, \"{1}\", ", x.name,
                                   y.name);
                out += unit.quoted_place(function.range) + ");\n";
            }
            if (!x.is_tile || !y.is_tile || (x.role == Role::in && y.role == Role::in))
                continue;
            out += fmt::format("    hydra_apart({}, {} * (long)sizeof({}), \"{}\", {}, {} * (long)sizeof({}), \"{}\", ",
                               x.name, tile_count(*scopes.tile(x.name)), x.type, x.name, y.name,
                               tile_count(*scopes.tile(y.name)), y.type, y.name);
            out += unit.quoted_place(function.range) + ");\n";
        }
    }
    return out;
}

} // namespace

std::string inner_name(const RoleFunction& function) { return "hydra_tiles_" + function.name; }

Code c_heading(const RoleFunction& function, CmapsUnit& unit) {
    Code out = function.is_static ? "static HYDRA_UNUSED void " : "void ";
    out += Code(function.name, function.range) + "(";
    bool first = true;
    const auto extents = c_extents(function, unit);
    for (std::size_t k = 0; k < function.parameters.size(); ++k) {
        const auto& each = function.parameters[k];
        out += first ? "" : ", ";
        first = false;
        const Code name(each.name, each.range);
        if (each.is_tile) {
            for (const auto& extent : extents[k])
                out += "long " + extent + ", ";
            out += (each.extents.size() == 1 ? each.type + " *" : "void *") + name;
            continue;
        }
        const bool pointer = each.role != Role::in && each.is_scalar();
        out += (each.role == Role::in && !each.extents.empty() ? "const " : "") + each.type + (pointer ? " *" : " ") +
               name;
        for (auto* extent : each.extents)
            out += "[" + (extent->assignment() == nullptr ? "" : unit.text(extent->assignment())) + "]";
    }
    return out + (first ? "void)" : ")");
}

LoweredCoordination lower_coordination(const RoleFunction& function, CmapsUnit& unit) {
    const CmapsUnit::NameScope names(unit);
    LoweredCoordination result;
    Scopes scopes;
    scopes.enter();
    const std::string linkage = function.is_static ? "static " : "";
    const auto heading = Code(linkage + "void ") + Code(inner_name(function), function.range) + "(" +
                         inner_parameters(function, unit, scopes) + ")";
    result.prototype = heading + ";\n";
    if (function.body == nullptr)
        return result;
    auto body = coordination_body(function, unit, scopes, result.helpers);
    const auto checks = alias_checks(function, unit, scopes);
    result.function = heading + " {\n" + checks + body + "}\n";
    result.function += "\n";
    result.function += c_heading(function, unit) + " {\n";
    const auto extents = c_extents(function, unit);
    for (std::size_t k = 0; k < function.parameters.size(); ++k)
        for (std::size_t d = 0; d < extents[k].size(); ++d)
            result.function += fmt::format("    hydra_extent({}, {}, \"{}\", {});\n", extents[k][d],
                                           unit.quoted_place(function.range), function.parameters[k].name, d);
    result.function += "    " + inner_name(function) + "(hydra_everyone()";
    for (std::size_t k = 0; k < function.parameters.size(); ++k) {
        const auto& each = function.parameters[k];
        result.function += ", ";
        for (const auto& extent : extents[k])
            result.function += extent + ", ";
        result.function += each.name + (each.is_tile ? ", HYDRA_BLOCK" : "");
    }
    result.function += ");\n}\n";
    result.function.standing_for(function.range);
    return result;
}

} // namespace hydra::frontend::cmaps
