// Elements that the function writes are variables around the call; sections are arguments of a copy of the function,
// which names the array's own elements.
#include "frontend/processes/process_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/roles/periodic.h"
#include "frontend/roles/section_uses.h"

namespace hydra::frontend::cmaps {

namespace {
constexpr long longest_table = 8; // places, which each process sets
}

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
    return doubts_ || subscript.all.empty() ? Code() : places;
}

std::string ProcessCall::scaled(const Subscript& subscript) {
    return subscript.moves_by == 1 ? subscript.all : fmt::format("{} * {}", subscript.moves_by, subscript.all);
}

// Place k of a periodic subscript, before it wraps.
std::string ProcessCall::unwrapped(const Subscript& subscript, long k) {
    const auto& step = subscript.step;
    const auto further = step.number() ? fmt::format("{}", *step.number() * k) : fmt::format("{} * {}", k, step.text());
    return k == 0 ? subscript.first.text : fmt::format("{} + {}", subscript.first.text, further);
}

std::string ProcessCall::computed_place(const Subscript& subscript, const std::string& extent, long k) {
    return fmt::format("hydra_cyc({}, {})", unwrapped(subscript, k), extent);
}

// Where it is, in what runs.
std::string ProcessCall::place(const Subscript& subscript, const std::string& extent, long k, Call& call) {
    long by = 0;
    if (inner_ != nullptr)
        if (const auto found = subscript.first.coefficients.find(inner_->name);
            found != subscript.first.coefficients.end())
            by = inner_->step == "1" ? found->second.number().value_or(-1) : -1;
    if (inner_ == nullptr || by < 0 || subscript.first.divides)
        return computed_place(subscript, extent, k);
    const auto e = unwrapped(subscript, k);
    auto found = std::find_if(call.places.begin(), call.places.end(),
                              [&](const auto& each) { return each.e == e && each.extent == extent; });
    if (found == call.places.end()) {
        call.places.push_back({unit_.fresh(fmt::format("hydra_p{}", call.places.size())), e, extent, by});
        found = call.places.end() - 1;
    }
    return by == 0   ? found->name
           : by == 1 ? fmt::format("{} + {}", inner_->name, found->name)
                     : fmt::format("{} * {} + {}", by, inner_->name, found->name);
}

// The same; empty where what hydracc reads is what runs.
std::string ProcessCall::place_apart(const Subscript& subscript, const std::string& extent, Call& call) {
    const auto run = place(subscript, extent, 0, call);
    return run == computed_place(subscript, extent, 0) ? "" : run;
}

Code ProcessCall::element(const Access& access, Call* call) {
    Code out = Code(access.tile->c(), access.range);
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
        const auto& each = access.subscripts[d];
        auto place = expressions_.emit(each.context->expression(0));
        if (doubts_ && each.is_periodic)
            place = Code("hydra_rt_opaque(") + place + ")";
        out += Code("[") +
               (each.is_periodic ? turned(place, access.tile->extents[d],
                                          all_of(each, all_places(scaled(each), each.moves_by,
                                                                  each.first.constant.number().value_or(0), {})),
                                          call == nullptr ? "" : place_apart(each, access.tile->extents[d], *call))
                                 : place) +
               "]";
    }
    return out;
}

// What stands for an element that the function writes.
Code ProcessCall::written_element(const RoleParameter& parameter, const Access& access, Call& call) {
    const auto own = unit_.fresh(parameter.name + "_here");
    call.before.push_back(Code(access.tile->type + " " + own) +
                          (parameter.role == Role::inout ? Code(" = ") + element(access, &call) : Code()));
    call.after.push_back(element(access, &call) + " = " + own);
    return "&" + own;
}

std::string ProcessCall::name_of_copy() const {
    const auto line = unit_.quoted_place(it_.range);
    return unit_.fresh_in_file(
        fmt::format("{}_{}", it_.called->name, line.substr(line.rfind(':') + 1, line.size() - line.rfind(':') - 2)));
}

ProcessCall::Call ProcessCall::write(const std::vector<P::ArgumentContext*>& arguments, const ParallelIndex* inner) {
    const CmapsUnit::NameScope names(unit_); // of the block around the call
    inner_ = inner;
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
    // The copy stands in front of the coordination function: what the body names has to be known there. One that is
    // inlined is worth having also where it only gets elements: so the compiler sees what is the same in all rounds.
    const bool stands_before =
        it_.called->element_body != nullptr &&
        it_.called->element_body->getStart()->getTokenIndex() < it_.context->getStart()->getTokenIndex();
    const bool turns = std::any_of(it_.accesses.begin(), it_.accesses.end(), [](const Access& each) {
        return std::any_of(each.subscripts.begin(), each.subscripts.end(), [](const auto& s) { return s.is_periodic; });
    });
    const bool copies = it_.called->element_body != nullptr && (sections || (turns && stands_before));
    Copy copy;
    Code list;
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
            list += parameter.role == Role::in ? element(*access, &call) : written_element(parameter, *access, call);
        else
            list += expressions_.emit(arguments[k]->assignment());
        if (access == nullptr || parameter.extents.empty())
            copy.parameters += plain_parameter(parameter);
    }
    call.text = Code(it_.called->name, called_at()) + "(" + list + ")";
    if (!copies)
        return call;
    // Where it is doubted which places are named, what a copy touches is told by the places alone.
    const bool all = std::any_of(it_.accesses.begin(), it_.accesses.end(), [](const Access& each) {
        return !each.parameter->extents.empty() && std::any_of(each.subscripts.begin(), each.subscripts.end(),
                                                               [](const auto& s) { return !s.all.empty(); });
    });
    MadeCopy& made = all && doubts_ ? doubting_copy_ : copy_;
    if (made.name.empty())
        make_copy(copy, made);
    for (const auto& each : made.places) {
        // What is printed from the tree gets the first form, and hands it to the text of the copy.
        const auto computed = computed_place(*each.subscript, each.extent, each.k);
        const auto run = place(*each.subscript, each.extent, each.k, call);
        list += run == computed ? ", " + run : ", HYDRA_PLACE(" + computed + ", " + run + ")";
    }
    call.text = Code(made.name, called_at()) + "(" + list + ")";
    return call;
}

void ProcessCall::make_copy(Copy& copy, MadeCopy& made) {
    made.name = name_of_copy();
    auto body = writes_unseen(*it_.called, unit_) ? element_in_buffers(*it_.called, unit_, copy.sections)
                                                  : element_body(*it_.called, unit_, copy.sections, it_.range);
    for (const auto& parameter : it_.called->parameters) {
        const auto form = copy.sections.find(parameter.name);
        if (form == copy.sections.end())
            continue;
        const auto& access = *access_of(parameter);
        for (std::size_t d = 0; d < access.subscripts.size(); ++d)
            for (const auto& [k, name] : form->second.dimensions[d].places) {
                made.places.push_back({&access.subscripts[d], access.tile->extents[d], k});
                copy.parameters += ", long " + name + " HYDRA_UNUSED";
            }
    }
    helpers_ += Code("HYDRA_INLINE void ") + Code(made.name, it_.called->range) + "(" + copy.parameters + ") " +
                body.standing_for(it_.called->range) + "\n\n";
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
    if (each.is_periodic && each.is_section) {
        const auto section = static_cast<std::size_t>(
            std::count_if(access.subscripts.begin(), access.subscripts.begin() + static_cast<std::ptrdiff_t>(d),
                          [](const Subscript& other) { return other.is_section; }));
        const auto said = it_.said_length(*parameter.extents[section]->assignment(), unit_);
        const auto elements = said.coefficients.empty() ? said.constant.number().value_or(0) : 0;
        result.table_length = elements <= longest_table ? elements : 0;
    }
    result.is_doubted = doubts_ && each.is_periodic;
    if (!each.all.empty() && !doubts_) {
        result.all = unit_.fresh(own + "_all");
        result.moves_by = each.moves_by;
        result.shift = each.first.constant.number().value_or(0);
        add_parameter(result.all, scaled(each));
    }
    return result;
}

// Whether places of some section have to be followed: then rows are told apart by hand in all of them.
bool ProcessCall::tells_rows_apart() const {
    return std::any_of(
        it_.accesses.begin(), it_.accesses.end(),
        [&](const Access& access) {
            const auto wraps = std::count_if(
                access.subscripts.begin(), access.subscripts.end(),
                [&](const auto& each) { return each.is_periodic && (doubts_ || each.all.empty()); });
            return !access.parameter->extents.empty() && access.subscripts.size() > 1 &&
                   (wraps > 1 || (wraps == 1 && (!access.subscripts[0].is_periodic ||
                                                 access.subscripts[0].first.coefficients.size() > 1)));
        });
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
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
        form.dimensions.push_back(dimension(access, d, copy, list));
        if (d > 0)
            extents.push_back(form.dimensions.back().length);
    }
    const bool constant = parameter.role == Role::in;
    if (extents.size() > 1 && tells_rows_apart()) {
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
