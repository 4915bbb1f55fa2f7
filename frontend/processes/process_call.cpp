// Elements that the function writes are variables around the call; sections are arguments of a copy of the function,
// which names the array's own elements.
#include "frontend/processes/process_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/roles/periodic.h"
#include "frontend/roles/section_uses.h"

namespace hydra::frontend::cmaps {

const Access* ProcessCall::access_of(const RoleParameter& parameter) const {
    for (const auto& each : it_.accesses)
        if (each.parameter == &parameter)
            return &each;
    return nullptr;
}

support::SourceRange ProcessCall::called_at() const {
    return unit_.range(it_.context->parallelBody()->processCall()->name());
}

Code ProcessCall::all_of(const Subscript& subscript, const Code& places) const {
    return subscript.all.empty() ? Code() : doubts_ ? Code("hydra_rt_opaque(0)") : places;
}

std::string ProcessCall::scaled(const Subscript& subscript) {
    return subscript.moves_by == 1 ? subscript.all : fmt::format("{} * {}", subscript.moves_by, subscript.all);
}

Code ProcessCall::element(const Access& access, const std::string& border) {
    Code out = Code(access.tile->c(), access.range);
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
        const auto& each = access.subscripts[d];
        auto place = expressions_.emit(each.context->expression(0));
        if (doubts_ && each.is_periodic)
            place = Code("hydra_rt_opaque(") + place + ")";
        out += Code("[") +
               (each.is_periodic ? turned(place, access.tile->extents[d], each.is_cut ? border : "",
                                          all_of(each, all_places(scaled(each), each.moves_by,
                                                                  each.first.constant.number().value_or(0), {})))
                                 : place) +
               "]";
    }
    return out;
}

// What stands for an element that the function writes.
Code ProcessCall::written_element(const RoleParameter& parameter, const Access& access, Call& call) {
    const auto own = unit_.fresh(parameter.name + "_here");
    call.before.push_back(Code(access.tile->type + " " + own) +
                          (parameter.role == Role::inout ? Code(" = ") + element(access, "") : Code()));
    call.after.push_back(element(access, "") + " = " + own);
    return "&" + own;
}

std::string ProcessCall::name_of_copy() const {
    const auto line = unit_.quoted_place(it_.range);
    return unit_.fresh_in_file(
        fmt::format("{}_{}", it_.called->name, line.substr(line.rfind(':') + 1, line.size() - line.rfind(':') - 2)));
}

ProcessCall::Call ProcessCall::write(const std::vector<P::ArgumentContext*>& arguments, const std::string& border) {
    const CmapsUnit::NameScope names(unit_); // of the block around the call
    Call call;
    const bool sections = std::any_of(it_.accesses.begin(), it_.accesses.end(), [](const Access& each) {
        return std::any_of(each.subscripts.begin(), each.subscripts.end(), [](const auto& s) { return s.is_section; });
    });
    if (it_.called->element_body == nullptr && sections) {
        unit_.error(
            unit_.range(it_.context->parallelBody()->processCall()),
            fmt::format("not in this version: '{}' gets a section, and its body is in another file", it_.called->name));
        return call;
    }
    // The copy stands in front of the coordination function: what the body names has to be known there.
    const bool stands_before =
        it_.called->element_body != nullptr &&
        it_.called->element_body->getStart()->getTokenIndex() < it_.context->getStart()->getTokenIndex();
    const bool copies = it_.called->element_body != nullptr && (sections || (it_.cut && stands_before));
    Copy copy;
    Code list;
    if (sections && it_.cut) {
        copy.parameters = "int hydra_border HYDRA_UNUSED";
        list = border.empty() ? "1" : border;
    }
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        const auto& parameter = it_.called->parameters[k];
        const auto* access = access_of(parameter);
        const auto found = it_.reductions.find(&parameter);
        list += list.empty() ? "" : ", ";
        copy.parameters += copy.parameters.empty() ? "" : ", ";
        if (found != it_.reductions.end())
            list += "&" + found->second.one;
        else if (access != nullptr && !parameter.extents.empty())
            list += section(*access, copy);
        else if (access != nullptr)
            list += parameter.role == Role::in ? element(*access, border) : written_element(parameter, *access, call);
        else
            list += expressions_.emit(arguments[k]->assignment());
        if (access == nullptr || parameter.extents.empty())
            copy.parameters += plain_parameter(parameter);
    }
    // At the borders, which are few places, a call is as good.
    const bool at_border = border == "1";
    call.text = Code(it_.called->name, called_at()) + "(" + list + ")";
    if (!copies || (at_border && !sections))
        return call;
    auto& name = at_border ? border_copy_ : copy_;
    if (name.empty()) {
        name = name_of_copy();
        helpers_ += Code(at_border ? "HYDRA_CALLED void " : "HYDRA_INLINE void ") + Code(name, it_.called->range) +
                    "(" + copy.parameters + ") " +
                    (writes_unseen(*it_.called, unit_) ? element_in_buffers(*it_.called, unit_, copy.sections)
                                                       : element_body(*it_.called, unit_, copy.sections, it_.range))
                        .standing_for(it_.called->range) +
                    "\n\n";
    }
    call.text = Code(name, called_at()) + "(" + list + ")";
    return call;
}

Code ProcessCall::plain_parameter(const RoleParameter& parameter) {
    const bool pointer = parameter.role != Role::in && parameter.extents.empty();
    Code out = (parameter.extents.empty() ? "" : "const ") + parameter.type + (pointer ? " *" : " ");
    out += Code(parameter.name, parameter.range);
    for (auto* extent : parameter.extents)
        out += "[" + unit_.text(extent->assignment()) + "]";
    return out;
}

// Adds the parameters of a dimension, and what is handed over for them.
SectionForm::Dimension ProcessCall::dimension(const Access& access, std::size_t d, Copy& copy, Code& list) {
    const auto& parameter = *access.parameter;
    const auto& each = access.subscripts[d];
    SectionForm::Dimension result;
    result.is_section = each.is_section;
    result.step = "1";
    result.first = "0";
    const auto own = unit_.fresh(fmt::format("{}_{}", parameter.name, d));
    const auto length = unit_.fresh(own + "_n");
    const auto add_parameter = [&](const std::string& name, const Code& value) {
        copy.parameters += "long " + name + " HYDRA_UNUSED, ";
        list += value + ", ";
    };
    if (d > 0 || each.is_periodic) {
        add_parameter(length, access.tile->extents[d]);
        result.length = length;
        if (each.is_periodic)
            result.extent = length;
    }
    if (each.is_whole)
        return result;
    result.first = own;
    add_parameter(own, doubts_ && each.is_periodic ? "hydra_rt_opaque(" + each.first.text + ")" : each.first.text);
    if (!each.step.is(1)) {
        result.step = unit_.fresh(own + "_step");
        add_parameter(result.step, each.step.text());
    }
    if (each.is_cut)
        result.border = "hydra_border";
    if (!each.all.empty()) {
        result.all = unit_.fresh(own + "_all");
        result.moves_by = each.moves_by;
        result.shift = each.first.constant.number().value_or(0);
        add_parameter(result.all, all_of(each, scaled(each)));
    }
    return result;
}

// The array and where the section begins in it.
Code ProcessCall::section(const Access& access, Copy& copy) {
    const auto& parameter = *access.parameter;
    SectionForm form;
    form.array = unit_.fresh(parameter.name + "_of"); // the body has names of its own
    // Reads have the values from before the process writes.
    form.is_copied = access.role == Role::in &&
                     std::any_of(it_.accesses.begin(), it_.accesses.end(),
                                 [&](const Access& each) { return each.tile == access.tile && each.role != Role::in; });
    Code list;
    std::vector<std::string> extents{""};
    long wraps = 0; // that have to be followed
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
        form.dimensions.push_back(dimension(access, d, copy, list));
        if (d > 0)
            extents.push_back(form.dimensions.back().length);
        wraps += access.subscripts[d].is_periodic && access.subscripts[d].all.empty() ? 1 : 0;
    }
    const bool constant = parameter.role == Role::in;
    if (extents.size() > 1 && (wraps > 1 || (wraps == 1 && !access.subscripts[0].is_periodic))) {
        form.lengths.assign(extents.begin() + 1, extents.end());
        copy.parameters += Code((constant ? "const " : "") + access.tile->type + " *" + form.array, parameter.range);
        copy.sections.emplace(parameter.name, std::move(form));
        list += Code(access.tile->c(), access.range);
        for (std::size_t d = 1; d < access.subscripts.size(); ++d)
            list += "[0]";
        return list;
    }
    copy.parameters +=
        Code(tile_pointer((constant && extents.size() == 1 ? "const " : "") + access.tile->type, form.array, extents),
             parameter.range);
    copy.sections.emplace(parameter.name, std::move(form));
    return list + Code(access.tile->c(), access.range);
}

} // namespace hydra::frontend::cmaps
