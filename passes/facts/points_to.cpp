// See points_to.h.
#include "passes/facts/points_to.h"

#include <algorithm>

#include "passes/facts/pointer_constraints.h"

namespace hydra::passes {

PointsTo::PointsTo(const ir::Program& program, const Summary& summary)
    : constraints_(std::make_unique<PointerConstraints>(program, summary)) {
    is_solved_ = constraints_->read() && constraints_->graph().solve();
}

PointsTo::~PointsTo() = default;

// What is known outside may be anything that is.
void PointsTo::add(std::set<int>& to, PointerGraph::Node node) const {
    PointerGraph& graph = constraints_->graph();
    bool outside = false;
    for (const PointerGraph::Place& place : graph.places(node)) {
        to.insert(place.object);
        outside = outside || graph.is_foreign(place.object);
    }
    if (outside)
        for (const PointerGraph::Place& place : graph.places(graph.content(graph.foreign())))
            to.insert(place.object);
}

// Of a pointer that leads nowhere as far as is known, nothing is.
PointsTo::Objects PointsTo::of(const ir::Expr& lvalue) const {
    const auto* places = is_solved_ ? constraints_->places_of(*ir::strip(&lvalue)) : nullptr;
    if (places == nullptr)
        return std::nullopt;
    std::set<int> objects;
    for (const PointerConstraints::Where& place : *places) {
        const std::size_t before = objects.size();
        add(objects, place.at);
        if (objects.size() == before && constraints_->graph().places(place.at).empty())
            return std::nullopt;
    }
    return objects;
}

PointsTo::Objects PointsTo::behind(const ir::Expr& pointer) const {
    const auto* values = is_solved_ ? constraints_->values_of(pointer) : nullptr;
    if (values == nullptr)
        return std::nullopt;
    std::set<int> objects;
    for (const PointerGraph::Node value : *values) {
        if (constraints_->graph().places(value).empty())
            return std::nullopt;
        add(objects, value);
    }
    return objects;
}

PointsTo::Objects PointsTo::of(const ir::VarDecl& variable) const {
    if (!is_solved_)
        return std::nullopt;
    std::set<int> objects;
    for (const PointerGraph::Object object : constraints_->objects_of(variable)) {
        if (!variable.type->is_pointer()) {
            objects.insert(object);
            continue;
        }
        const PointerGraph::Node value = constraints_->graph().content(object);
        if (constraints_->graph().places(value).empty())
            return std::nullopt;
        add(objects, value);
    }
    return objects.empty() ? Objects() : objects;
}

bool PointsTo::is_begin(PointerGraph::Node node) const {
    const auto& places = constraints_->graph().places(node);
    return !places.empty() && std::all_of(places.begin(), places.end(), [](const PointerGraph::Place& place) {
        return place.field == PointerGraph::begin;
    });
}

bool PointsTo::leads_to_begin(const ir::Expr& pointer) const {
    const auto* values = is_solved_ ? constraints_->values_of(pointer) : nullptr;
    return values != nullptr &&
           std::all_of(values->begin(), values->end(), [this](auto node) { return is_begin(node); });
}

bool PointsTo::leads_to_begin(const ir::VarDecl& variable) const {
    if (variable.type->is_array())
        return !variable.is_param;
    if (!is_solved_ || !variable.type->is_pointer())
        return false;
    const auto objects = constraints_->objects_of(variable);
    return !objects.empty() && std::all_of(objects.begin(), objects.end(), [this](auto object) {
        return is_begin(constraints_->graph().content(object));
    });
}

bool PointsTo::are_held_once(const std::set<int>& objects, std::size_t levels) const {
    if (!is_solved_)
        return false;
    std::set<int> level = objects;
    for (std::size_t depth = 0; depth < levels; ++depth) {
        std::set<int> holders;
        for (const int object : level) {
            if (!constraints_->graph().is_held_once(object) || constraints_->graph().is_foreign(object))
                return false;
            const auto& cells = constraints_->graph().holders(object);
            if (cells.empty())
                return false;
            holders.insert(cells.begin(), cells.end());
        }
        level = std::move(holders);
    }
    return true;
}

} // namespace hydra::passes
