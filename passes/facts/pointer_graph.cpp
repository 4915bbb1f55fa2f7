// See pointer_graph.h. What is new in a set is handed on along the edges of its node until nothing is new.
#include "passes/facts/pointer_graph.h"

#include <algorithm>

#include "passes/worth.h"

namespace hydra::passes {

// ---- what there is ----

PointerGraph::Field PointerGraph::add_field(int record) {
    field_up_.push_back(static_cast<Field>(field_up_.size()));
    record_of_.push_back(record);
    scalar_.push_back(false);
    return field_up_.back();
}

PointerGraph::Field PointerGraph::top_field(Field field) const {
    while (field >= 0 && field_up_[at(field)] != field)
        field = field_up_[at(field)];
    return field;
}

void PointerGraph::unite_fields(Field a, Field b) {
    a = top_field(a);
    b = top_field(b);
    field_up_[at(std::max(a, b))] = std::min(a, b);
    scalar_[at(std::min(a, b))] = scalar_[at(a)] || scalar_[at(b)];
}

int PointerGraph::add_record() {
    parts_.push_back({static_cast<int>(parts_.size())});
    return static_cast<int>(parts_.size()) - 1;
}

void PointerGraph::add_part(int record, int part) { parts_[at(record)].insert(part); }

PointerGraph::Object PointerGraph::add_object() {
    objects_.emplace_back();
    return static_cast<Object>(objects_.size()) - 1;
}

PointerGraph::Node PointerGraph::add_node() {
    nodes_.emplace_back();
    up_.push_back(static_cast<Node>(up_.size()));
    return up_.back();
}

PointerGraph::Node PointerGraph::top(Node node) const {
    while (up_[at(node)] != node)
        node = up_[at(node)];
    return node;
}

PointerGraph::Node PointerGraph::content(Object object) { return values(object, inside).first; }

std::pair<PointerGraph::Node, PointerGraph::Node> PointerGraph::values(Object object, Field field) {
    field = top_field(std::max(field, inside));
    {
        ObjectState& state = objects_[at(object)];
        if (field >= 0 && !state.is_one) {
            const int record = record_of_[at(field)];
            if (state.values.contains(inside) || (!state.records.contains(record) && !fit(state, record)))
                join_members(object);
            else
                state.records.insert(record);
        } else if (!state.is_one && !state.records.empty()) {
            join_members(object);
        }
    }
    ObjectState& state = objects_[at(object)];
    const Field key = state.is_one ? inside : field;
    if (const auto known = state.values.find(key); known != state.values.end())
        return known->second;
    const Node all = add_node(), shared = add_node();
    objects_[at(object)].values[key] = {all, shared};
    copy(shared, all);
    return {all, shared};
}

// Whether this type, or one whose members are accessed, consists of all of these. (Two that may stand beside one
// another in a third may also be two views of one.)
bool PointerGraph::fit(const ObjectState& state, int record) const {
    const auto holds_all = [&](int container) {
        const std::set<int>& parts = parts_[at(container)];
        return parts.contains(record) &&
               std::includes(parts.begin(), parts.end(), state.records.begin(), state.records.end());
    };
    return holds_all(record) || std::any_of(state.records.begin(), state.records.end(), holds_all);
}

void PointerGraph::join_members(Object object) {
    ObjectState& state = objects_[at(object)];
    if (state.is_one)
        return;
    state.is_one = true;
    const auto values_of_members = std::move(state.values);
    state.values.clear();
    const auto [all, shared] = values(object, inside);
    for (const auto& [field, nodes] : values_of_members) {
        merge(all, nodes.first);
        merge(shared, nodes.second);
    }
}

void PointerGraph::merge(Node kept, Node gone) {
    kept = top(kept);
    gone = top(gone);
    if (kept == gone)
        return;
    up_[at(gone)] = kept;
    NodeState old = std::move(nodes_[at(gone)]);
    nodes_[at(gone)] = {};
    for (const Place& place : old.places)
        add(kept, place);
    for (const Edge& edge : old.edges)
        add_edge(kept, edge);
}

void PointerGraph::make_foreign(Object object) {
    if (foreign_ == none_object) {
        foreign_ = add_object();
        const Node known = content(foreign_);
        point(known, {foreign_, inside});
        add_edge(known, {Edge::Kind::escape, none, Step::same, inside, false});
    }
    if (object != foreign_)
        point(content(foreign_), {object, inside});
}

// ---- constraints ----

void PointerGraph::point(Node from, Place to) { add(top(from), to); }

void PointerGraph::set(Object variable, Node value, bool unique) {
    const auto [all, shared] = values(variable, inside);
    copy(value, unique ? all : shared);
}

void PointerGraph::copy(Node from, Node to, Step step) {
    if (from != none && to != none && (top(from) != top(to) || step != Step::same))
        add_edge(top(from), {Edge::Kind::copy, to, step, inside, false});
}

void PointerGraph::address(Node from, Field member, Node to) {
    if (from != none)
        add_edge(top(from), {Edge::Kind::address, to, Step::same, member, false});
}

void PointerGraph::load(Node from, Field member, Node to) {
    if (from != none)
        add_edge(top(from), {Edge::Kind::load, to, Step::same, member, false});
}

void PointerGraph::store(Node value, Node to, Field member, bool unique) {
    if (to != none)
        add_edge(top(to), {Edge::Kind::store, value, Step::same, member, unique});
}

void PointerGraph::move(Node from, Node to, Field member) {
    if (from == none || to == none)
        return;
    const Node all = add_node(), shared = add_node();
    load(from, member, all);
    add_edge(top(from), {Edge::Kind::load, shared, Step::same, member, true});
    store(all, to, member, true);
    store(shared, to, member, false);
}

void PointerGraph::make_one(Node pointer) {
    if (pointer != none)
        add_edge(top(pointer), {Edge::Kind::one, none, Step::same, inside, false});
}

void PointerGraph::difference(Node a, Node b, Node to) {
    if (a != none && b != none)
        differences_.push_back({a, b, to});
    else if (a != none || b != none)
        copy(a != none ? a : b, to, Step::moved);
}

// ---- the solution ----

void PointerGraph::add(Node node, const Place& place) {
    NodeState& state = nodes_[at(node)];
    if (!state.places.insert(place).second)
        return;
    if (state.added.empty())
        waiting_.push_back(node);
    state.added.push_back(place);
}

void PointerGraph::add_edge(Node from, const Edge& edge) {
    from = top(from);
    if (!nodes_[at(from)].edges.insert(edge).second)
        return;
    const std::vector<Place> known(nodes_[at(from)].places.begin(), nodes_[at(from)].places.end());
    for (const Place& place : known)
        hand_on(place, edge);
}

PointerGraph::Place PointerGraph::after(const Place& place, Step step) const {
    const bool stays = step == Step::same || (step == Step::recast && place.field < 0) ||
                       (step == Step::moved && place.field >= 0 && !scalar_[at(top_field(place.field))]);
    return stays ? place : Place{place.object, inside};
}

void PointerGraph::hand_on(const Place& place, const Edge& edge) {
    ++steps_;
    switch (edge.kind) {
    case Edge::Kind::copy:
        add(top(edge.other), after(place, edge.step));
        return;
    case Edge::Kind::address:
        add(top(edge.other), {place.object, edge.member});
        return;
    case Edge::Kind::load: {
        const auto [all, shared] = values(place.object, edge.member >= 0 ? edge.member : place.field);
        copy(edge.unique ? shared : all, edge.other);
        return;
    }
    case Edge::Kind::store: {
        const auto [all, shared] = values(place.object, edge.member >= 0 ? edge.member : place.field);
        if (edge.other != none)
            copy(edge.other, edge.unique ? all : shared);
        return;
    }
    case Edge::Kind::one:
        join_members(place.object);
        return;
    case Edge::Kind::escape:
        if (place.object != foreign_) {
            join_members(place.object);
            const auto [all, shared] = values(place.object, inside);
            copy(all, content(foreign_));
            copy(content(foreign_), shared);
        }
        return;
    }
}

void PointerGraph::run() {
    while (!waiting_.empty() && steps_ < worth::most_pointer_steps) {
        const Node node = top(waiting_.back());
        waiting_.pop_back();
        const std::vector<Place> added = std::move(nodes_[at(node)].added);
        nodes_[at(node)].added.clear();
        // (Nodes come to be, and edges, while they are gone through.)
        const std::vector<Edge> edges(nodes_[at(node)].edges.begin(), nodes_[at(node)].edges.end());
        for (const Place& place : added)
            for (const Edge& edge : edges)
                hand_on(place, edge);
    }
}

bool PointerGraph::count_differences() {
    bool any = false;
    for (Difference& difference : differences_) {
        if (difference.counts)
            continue;
        std::set<Object> objects;
        for (const Node node : {difference.a, difference.b})
            for (const Place& place : places(node))
                objects.insert(place.object);
        if (objects.size() < 2)
            continue;
        difference.counts = any = true;
        copy(difference.a, difference.to, Step::moved);
        copy(difference.b, difference.to, Step::moved);
    }
    return any;
}

bool PointerGraph::solve() {
    do
        run();
    while (count_differences());
    if (steps_ >= worth::most_pointer_steps)
        return false;
    is_foreign_.assign(objects_.size(), false);
    if (foreign_ != none_object)
        for (const Place& place : places(content(foreign_)))
            is_foreign_[at(place.object)] = true;
    find_holders();
    return true;
}

// A variable whose address nobody takes is no cell that a table has.
void PointerGraph::find_holders() {
    std::set<Object> pointed;
    for (const NodeState& state : nodes_)
        for (const Place& place : state.places)
            pointed.insert(place.object);
    for (const Object holder : pointed)
        for (const auto& [field, nodes] : objects_[at(holder)].values) {
            for (const Place& place : places(nodes.first))
                holders_[place.object].insert(holder);
            for (const Place& place : places(nodes.second))
                held_elsewhere_.insert(place.object);
        }
}

const std::set<PointerGraph::Place>& PointerGraph::places(Node node) const {
    static const std::set<Place> nothing;
    return node == none ? nothing : nodes_[at(top(node))].places;
}

const std::set<PointerGraph::Object>& PointerGraph::holders(Object object) const {
    static const std::set<Object> nothing;
    const auto known = holders_.find(object);
    return known != holders_.end() ? known->second : nothing;
}

} // namespace hydra::passes
