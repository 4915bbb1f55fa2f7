// See pointer_constraints.h. Here: types, variables, statements and expressions; calls are in pointer_calls.cpp.
#include "passes/facts/pointer_constraints.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/facts/expressions.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;
using Step = PointerGraph::Step;

namespace {

ir::TypeRef element_of(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    return type;
}

// Whether what is computed from a value of this type may be an address, or the way from one to another. (Narrower
// values are parts of addresses where they are copied, but nobody goes anywhere by them.)
bool may_lead(const Expr& value) {
    const ir::TypeRef type = ir::strip(&value)->type;
    return type == nullptr || !type->is_arithmetic() || (type->is_integer() && ir::size_of(type).value_or(8) >= 8);
}

bool is_lvalue(const Expr& e) {
    const auto* unary = e.as<ir::Unary>();
    return e.as<ir::DeclRef>() != nullptr || e.as<ir::Index>() != nullptr || e.as<ir::Member>() != nullptr ||
           e.as<ir::CompoundLiteral>() != nullptr || e.as<ir::StringLit>() != nullptr ||
           (unary != nullptr && unary->op == ir::UnaryOp::deref);
}

} // namespace

PointerConstraints::PointerConstraints(const ir::Program& program, const Summary& summary)
    : program_(program), summary_(summary), fresh_(summary) {}

// ---- types ----

int PointerConstraints::record(ir::TypeRef type) {
    const ir::TagDecl* tag = type->tag;
    if (const auto known = record_of_.find(tag); known != record_of_.end())
        return known->second;
    const std::string& name = tag->name.empty() ? tag->alias : tag->name;
    const std::string key = name.empty() ? fmt::format("{}", static_cast<const void*>(tag)) : name;
    const auto [at, is_new] = records_.try_emplace(key, 0);
    if (is_new)
        at->second = graph_.add_record();
    return record_of_[tag] = at->second;
}

PointerConstraints::Field PointerConstraints::field(const ir::TagDecl& tag, std::size_t index) {
    const ir::Field& field = tag.fields.at(index);
    const int record = record_of_.at(&tag);
    const std::string key = field.name.empty() ? fmt::format("{}", index) : field.name;
    const auto [at, is_new] = fields_.try_emplace({record, key}, 0);
    if (is_new)
        at->second = graph_.add_field(record, !field.type->is_array());
    return at->second;
}

// All members of a record, and of the records in it.
const std::vector<PointerConstraints::Field>& PointerConstraints::fields(ir::TypeRef type) {
    const ir::TagDecl& tag = *type->tag;
    if (const auto known = fields_of_.find(&tag); known != fields_of_.end())
        return known->second;
    const int own = record(type);
    std::vector<Field> all;
    for (std::size_t index = 0; index < tag.fields.size(); ++index) {
        const ir::TypeRef element = element_of(tag.fields[index].type);
        if (!element->is_record()) {
            all.push_back(field(tag, index));
            continue;
        }
        const std::vector<Field>& inner = fields(element);
        all.insert(all.end(), inner.begin(), inner.end());
        parts_[own].insert(record(element));
        parts_[own].insert(parts_[record(element)].begin(), parts_[record(element)].end());
    }
    for (const int part : parts_[own])
        graph_.add_part(own, part);
    if (tag.kind == ir::TypeKind::Union)
        for (const Field other : all)
            graph_.unite_fields(all.front(), other);
    return fields_of_[&tag] = std::move(all);
}

PointerConstraints::Field PointerConstraints::field(ir::TypeRef type, const ir::Member& member) {
    const ir::TagDecl* tag = type->tag;
    const auto by_name = [&](const ir::TagDecl& in) -> std::size_t {
        for (std::size_t index = 0; index < in.fields.size(); ++index)
            if (in.fields[index].name == member.field)
                return index;
        is_understood_ = false;
        return 0;
    };
    for (std::size_t step = 0; step + 1 < member.path.size(); ++step)
        tag = tag->fields.at(static_cast<std::size_t>(member.path[step])).type->tag;
    const std::size_t index = member.path.empty() ? by_name(*tag) : static_cast<std::size_t>(member.path.back());
    if (!is_understood_ || index >= tag->fields.size() || !record_of_.contains(tag)) {
        is_understood_ = false;
        return PointerGraph::inside;
    }
    return element_of(tag->fields[index].type)->is_record() ? PointerGraph::inside : field(*tag, index);
}

// ---- variables ----

PointerConstraints::Object PointerConstraints::object(const VarDecl* variable) {
    const bool is_static = variable->has_static_lifetime() || current_ == nullptr;
    const VarDecl* key = is_static ? summary_.canonical(variable) : variable;
    auto& objects = is_static ? static_objects_ : current_->variables;
    if (const auto known = objects.find(key); known != objects.end())
        return known->second;
    return objects[key] = graph_.add_object();
}

PointerConstraints::Object PointerConstraints::made(const Expr& expr) {
    if (current_ == nullptr)
        return graph_.add_object();
    const auto [at, is_new] = current_->made.try_emplace(&expr, 0);
    if (is_new)
        at->second = graph_.add_object();
    return at->second;
}

PointerConstraints::Node PointerConstraints::pointer_to(Object object) {
    const auto [at, is_new] = pointers_.try_emplace(object, PointerGraph::none);
    if (is_new) {
        at->second = graph_.add_node();
        graph_.point(at->second, {object, PointerGraph::begin});
    }
    return at->second;
}

// ---- lvalues ----

PointerConstraints::Where PointerConstraints::where(const Expr& lvalue) {
    const Where found = find_where(lvalue);
    if (!found.variable)
        places_[&lvalue].push_back(found);
    return found;
}

PointerConstraints::Where PointerConstraints::find_where(const Expr& e) {
    if (const auto* name = e.as<ir::DeclRef>()) {
        const auto* variable = std::get_if<const VarDecl*>(&name->decl);
        if (variable == nullptr)
            return {};
        const Object named = object(*variable);
        const bool plain = !(*variable)->type->is_array() && !(*variable)->type->is_record();
        return plain ? Where{PointerGraph::none, PointerGraph::inside, named} : Where{pointer_to(named)};
    }
    if (const auto* unary = e.as<ir::Unary>()) {
        if (unary->op == ir::UnaryOp::deref)
            return {eval(*unary->operand)};
        if (unary->op == ir::UnaryOp::extension || unary->op == ir::UnaryOp::real || unary->op == ir::UnaryOp::imag)
            return where(*unary->operand);
    }
    if (const auto* index = e.as<ir::Index>()) {
        const Node base = eval(*index->base), by = eval(*index->index);
        const auto constant = ir::constant_value(*index->index);
        return {constant == 0 ? base : joined(base, may_lead(*index->index) ? by : PointerGraph::none, Step::moved)};
    }
    if (const auto* part = e.as<ir::Member>())
        return member(*part);
    if (const auto* literal = e.as<ir::CompoundLiteral>()) {
        const Where place{pointer_to(made(e))};
        if (literal->init)
            initialise(place, literal->of, *literal->init);
        return place;
    }
    if (e.as<ir::StringLit>() != nullptr)
        return {pointer_to(made(e))};
    if (const auto* cast = e.as<ir::Cast>(); cast != nullptr && is_lvalue(*cast->operand))
        return where(*cast->operand);
    return {eval(e)};
}

PointerConstraints::Where PointerConstraints::member(const ir::Member& part) {
    const Expr& base = *part.base;
    const Node record = part.arrow ? eval(base) : address(where(base));
    ir::TypeRef type = base.type;
    if (part.arrow && type != nullptr)
        type = type->inner;
    if (type == nullptr || type->tag == nullptr || !record_of_.contains(type->tag)) {
        is_understood_ = false;
        return {};
    }
    const Field named = field(type, part);
    if (named >= 0)
        return {record, named};
    Where place{graph_.add_node()};
    graph_.address(record, PointerGraph::inside, place.at);
    return place;
}

PointerConstraints::Node PointerConstraints::address(const Where& where) {
    if (where.variable)
        return pointer_to(*where.variable);
    if (where.member < 0 || where.at == PointerGraph::none)
        return where.at;
    const Node result = graph_.add_node();
    graph_.address(where.at, where.member, result);
    return result;
}

PointerConstraints::Node PointerConstraints::load(const Where& where) {
    if (where.variable)
        return graph_.content(*where.variable);
    if (where.at == PointerGraph::none)
        return PointerGraph::none;
    const Node result = graph_.add_node();
    graph_.load(where.at, where.member, result);
    return result;
}

void PointerConstraints::store(const Where& where, Node value, bool unique) {
    if (where.variable)
        graph_.set(*where.variable, value, unique);
    else
        graph_.store(value, where.at, where.member, unique);
}

void PointerConstraints::copy_record(ir::TypeRef type, Node from, Node to, bool moves) {
    if (type == nullptr || type->tag == nullptr || !type->tag->complete) {
        is_understood_ = is_understood_ && type != nullptr && type->tag != nullptr;
        return;
    }
    for (const Field member : fields(type))
        if (moves)
            graph_.move(from, to, member);
        else
            store({to, member}, load({from, member}), false);
}

void PointerConstraints::assign(const Where& to, ir::TypeRef type, const Expr& value) {
    if (type->is_record()) {
        copy_record(type, eval(value), address(to));
        return;
    }
    const bool unique = current_ != nullptr && type->is_pointer() && fresh_.is_fresh(value, *current_->function);
    store(to, eval(value), unique);
}

void PointerConstraints::initialise(const Where& to, ir::TypeRef type, const Expr& init) {
    const auto* list = init.as<ir::InitList>();
    if (list == nullptr) {
        if (!type->is_array()) // else a text
            assign(to, type, init);
        return;
    }
    const auto is_whole = [](const Expr& value, ir::TypeRef of) { // not the first of several values for an aggregate
        return value.as<ir::InitList>() != nullptr || (!of->is_array() && !of->is_record()) ||
               (of->is_record() && value.type != nullptr && value.type->is_record()) ||
               ir::strip(&value)->as<ir::StringLit>() != nullptr;
    };
    const auto mix = [&](const Expr& value) {
        walk(
            value,
            [&](const Expr& inner) {
                if (inner.as<ir::InitList>() == nullptr && inner.type != nullptr && inner.type->is_scalar())
                    graph_.store(eval(inner), address(to), PointerGraph::inside, false);
            },
            [](const Stmt&) {});
    };
    std::size_t next = 0;
    for (const ir::InitItem& item : list->items) {
        if (!type->is_record()) {
            const ir::TypeRef element = type->is_array() ? type->inner : type;
            const bool simple = item.designators.size() < 2 && is_whole(*item.value, element);
            if (simple)
                initialise(to, element, *item.value);
            else
                mix(*item.value);
            continue;
        }
        const std::vector<ir::Field>& members = type->tag->fields;
        bool simple = item.designators.size() < 2;
        if (!item.designators.empty()) {
            next = 0;
            while (next < members.size() && members[next].name != item.designators.front().field.value_or(""))
                ++next;
        }
        while (item.designators.empty() && next < members.size() && members[next].name.empty() &&
               members[next].bit_width)
            ++next;
        simple = simple && next < members.size() && is_whole(*item.value, members[next].type);
        if (!simple) {
            mix(*item.value);
            ++next;
            continue;
        }
        const ir::TypeRef member = members[next].type;
        if (element_of(member)->is_record()) {
            const Node part = graph_.add_node();
            graph_.address(address(to), PointerGraph::inside, part);
            initialise({part}, member, *item.value);
        } else {
            initialise({address(to), field(*type->tag, next)}, member, *item.value);
        }
        ++next;
    }
}

// ---- expressions ----

PointerConstraints::Node PointerConstraints::joined(Node a, Node b, Step step) {
    if (step == Step::same && (a == PointerGraph::none || b == PointerGraph::none || a == b))
        return a == PointerGraph::none ? b : a;
    if (a == PointerGraph::none && b == PointerGraph::none)
        return PointerGraph::none;
    const Node result = graph_.add_node();
    graph_.copy(a, result, step);
    graph_.copy(b, result, step);
    return result;
}

PointerConstraints::Node PointerConstraints::eval(const Expr& expr) {
    const Node value = find_value(expr);
    if (expr.type != nullptr && expr.type->is_pointer() && value != PointerGraph::none)
        values_[&expr].push_back(value);
    return value;
}

PointerConstraints::Node PointerConstraints::find_value(const Expr& e) {
    if (is_lvalue(e)) {
        if (const auto* name = e.as<ir::DeclRef>();
            name != nullptr && !std::holds_alternative<const VarDecl*>(name->decl))
            return PointerGraph::none;
        const Where place = where(e);
        return e.type != nullptr && (e.type->is_record() || e.type->is_array()) ? address(place) : load(place);
    }
    if (const auto* unary = e.as<ir::Unary>())
        return eval_unary(e, *unary);
    if (const auto* binary = e.as<ir::Binary>())
        return eval_binary(e, *binary);
    if (const auto* cast = e.as<ir::Cast>())
        return eval_cast(*cast);
    if (const auto* call = e.as<ir::Call>())
        return eval_call(e, *call);
    if (const auto* choice = e.as<ir::Conditional>()) {
        const Node cond = eval(*choice->cond);
        const Node then = choice->then ? eval(*choice->then) : cond;
        return joined(then, eval(*choice->otherwise));
    }
    if (const auto* block = e.as<ir::StatementExpr>())
        return eval_block(*block->body);
    if (const auto* builtin = e.as<ir::BuiltinExpr>()) {
        Node result = builtin->name == "__builtin_va_arg" ? arguments_ : PointerGraph::none;
        for (const ir::ExprPtr& arg : builtin->args)
            result = joined(result, eval(*arg));
        return result;
    }
    const bool is_number =
        e.as<ir::IntLit>() != nullptr || e.as<ir::FloatLit>() != nullptr || e.as<ir::SizeOf>() != nullptr;
    is_understood_ = is_understood_ && is_number;
    return PointerGraph::none;
}

PointerConstraints::Node PointerConstraints::eval_unary(const Expr& e, const ir::Unary& unary) {
    switch (unary.op) {
    case ir::UnaryOp::address_of:
        return ir::strip(unary.operand.get())->type->is_function() ? PointerGraph::none
                                                                   : address(where(*unary.operand));
    case ir::UnaryOp::pre_inc:
    case ir::UnaryOp::pre_dec:
    case ir::UnaryOp::post_inc:
    case ir::UnaryOp::post_dec: {
        const Where place = where(*unary.operand);
        const Node old = load(place);
        const Node moved = joined(old, PointerGraph::none, Step::moved);
        store(place, moved, false);
        return joined(old, moved);
    }
    case ir::UnaryOp::logical_not:
        eval(*unary.operand);
        return PointerGraph::none;
    default: {
        const Node value = eval(*unary.operand);
        if (unary.op == ir::UnaryOp::extension)
            return value;
        return may_lead(e) ? joined(value, PointerGraph::none, Step::moved) : PointerGraph::none;
    }
    }
}

PointerConstraints::Node PointerConstraints::eval_binary(const Expr& e, const ir::Binary& binary) {
    if (binary.op == ir::BinaryOp::assign) {
        const Where to = where(*binary.lhs);
        assign(to, binary.lhs->type, *binary.rhs);
        return e.type->is_record() ? address(to) : load(to);
    }
    if (ir::is_assignment(binary.op)) {
        const Where to = where(*binary.lhs);
        const Node right = eval(*binary.rhs);
        const Node value = joined(load(to), may_lead(*binary.rhs) ? right : PointerGraph::none, Step::moved);
        if (may_lead(*binary.lhs))
            store(to, value, false);
        return value;
    }
    Node left = eval(*binary.lhs), right = eval(*binary.rhs);
    if (binary.op == ir::BinaryOp::comma)
        return right;
    left = may_lead(*binary.lhs) ? left : PointerGraph::none;
    right = may_lead(*binary.rhs) ? right : PointerGraph::none;
    const bool decides = (binary.op >= ir::BinaryOp::lt && binary.op <= ir::BinaryOp::ne) ||
                         binary.op == ir::BinaryOp::logical_and || binary.op == ir::BinaryOp::logical_or;
    if (decides || !may_lead(e))
        return PointerGraph::none;
    if (binary.op == ir::BinaryOp::sub && left != PointerGraph::none && right != PointerGraph::none &&
        !e.type->is_pointer()) {
        const Node result = graph_.add_node();
        graph_.difference(left, right, result);
        return result;
    }
    return joined(left, right, Step::moved);
}

PointerConstraints::Node PointerConstraints::eval_cast(const ir::Cast& cast) {
    const Expr& operand = *cast.operand;
    if (operand.type != nullptr && operand.type->is_array())
        return address(where(operand));
    const Node value = eval(operand);
    if (value == PointerGraph::none || operand.type == nullptr || cast.to == nullptr)
        return value;
    const auto is_plain = [](ir::TypeRef type) { return type->is_pointer() || type->is_integer(); };
    if (!is_plain(operand.type) || !is_plain(cast.to))
        return operand.type->is_record() ? value : PointerGraph::none;
    if (!cast.to->is_pointer())
        return operand.type->is_pointer() && ir::size_of(cast.to).value_or(0) < 8 ? PointerGraph::none : value;
    const bool same = operand.type->is_pointer() && (cast.to->inner->unqualified == operand.type->inner->unqualified ||
                                                     cast.to->inner->kind == ir::TypeKind::Void);
    return same ? value : joined(value, PointerGraph::none, Step::recast);
}

PointerConstraints::Node PointerConstraints::eval_block(const Stmt& body) {
    Node last = PointerGraph::none;
    const auto* block = body.as<ir::Compound>();
    if (block == nullptr)
        return last;
    for (const ir::StmtPtr& item : block->items) {
        const Stmt* inner = item.get();
        while (inner->as<ir::Label>() != nullptr)
            inner = inner->as<ir::Label>()->body.get();
        const auto* plain = inner->as<ir::ExprStmt>();
        last = PointerGraph::none;
        if (plain != nullptr && plain->expr)
            last = eval(*plain->expr);
        else
            run(*inner);
    }
    return last;
}

void PointerConstraints::run(const Stmt& stmt) {
    if (const auto* declared = stmt.as<ir::DeclStmt>()) {
        for (const auto& variable : declared->variables) {
            if (variable->type->is_array() && variable->type->vla_length != nullptr)
                eval(*variable->type->vla_length);
            if (variable->init)
                initialise(where_of(*variable), variable->type, *variable->init);
        }
        return;
    }
    if (const auto* back = stmt.as<ir::Return>()) {
        if (back->value && back->value->type->is_record())
            copy_record(back->value->type, eval(*back->value), current_->result);
        else if (back->value)
            graph_.copy(eval(*back->value), current_->result);
        return;
    }
    is_understood_ = is_understood_ && stmt.as<ir::Asm>() == nullptr;
    ir::for_each_child(
        stmt, [this](const Expr& expr) { eval(expr); }, [this](const Stmt& child) { run(child); });
}

PointerConstraints::Where PointerConstraints::where_of(const VarDecl& variable) {
    const Object named = object(&variable);
    const bool plain = !variable.type->is_array() && !variable.type->is_record();
    return plain ? Where{PointerGraph::none, PointerGraph::inside, named} : Where{pointer_to(named)};
}

// ---- what is known ----

const std::vector<PointerConstraints::Where>* PointerConstraints::places_of(const Expr& lvalue) const {
    const auto known = places_.find(&lvalue);
    return known != places_.end() ? &known->second : nullptr;
}

const std::vector<PointerConstraints::Node>* PointerConstraints::values_of(const Expr& expr) const {
    const auto known = values_.find(&expr);
    return known != values_.end() ? &known->second : nullptr;
}

std::vector<PointerConstraints::Object> PointerConstraints::objects_of(const VarDecl& variable) const {
    std::vector<Object> all;
    if (const auto known = static_objects_.find(summary_.canonical(&variable)); known != static_objects_.end())
        all.push_back(known->second);
    for (const Instance& instance : instances_)
        if (const auto known = instance.variables.find(&variable); known != instance.variables.end())
            all.push_back(known->second);
    return all;
}

} // namespace hydra::passes
