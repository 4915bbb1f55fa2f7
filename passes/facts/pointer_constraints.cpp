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

// The member that an item of a record's list is for; `next`: if it does not say. Beyond the last: none.
std::size_t member_of(const ir::InitItem& item, const ir::TagDecl& tag, std::size_t next) {
    const std::vector<ir::Field>& members = tag.fields;
    if (!item.designators.empty()) {
        next = 0;
        while (next < members.size() && members[next].name != item.designators.front().field.value_or(""))
            ++next;
    }
    while (item.designators.empty() && next < members.size() && members[next].name.empty() && members[next].bit_width)
        ++next;
    return next;
}

// Whether each item of the list, and of those in it, is for one whole element or member: nothing is left out.
bool is_simple(const ir::InitList& list, ir::TypeRef type) {
    std::size_t next = 0;
    for (const ir::InitItem& item : list.items) {
        if (type->is_record())
            next = member_of(item, *type->tag, next);
        if (item.designators.size() > 1 || (type->is_record() && next >= type->tag->fields.size()))
            return false;
        const ir::TypeRef part = type->is_record()  ? type->tag->fields[next++].type
                                 : type->is_array() ? type->inner
                                                    : type;
        const Expr& value = *item.value;
        const auto* inner = value.as<ir::InitList>();
        const bool whole = inner != nullptr    ? is_simple(*inner, part)
                           : part->is_record() ? value.type != nullptr && value.type->unqualified == part->unqualified
                           : part->is_array()  ? ir::strip(&value)->as<ir::StringLit>() != nullptr
                                               : value.type == nullptr || !value.type->is_record();
        if (!whole)
            return false;
    }
    return true;
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
    // Each file has its own tag of a struct in a header; unnamed ones are known by what is in them.
    std::string key = tag->name.empty() ? tag->alias : tag->name;
    for (std::size_t index = 0; tag->name.empty() && tag->alias.empty() && index < tag->fields.size(); ++index)
        key += fmt::format("{}@{} ", tag->fields[index].name, tag->fields[index].offset);
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
        at->second = graph_.add_field(record);
    if (!field.type->is_array())
        graph_.make_scalar(at->second);
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
        return {constant == 0 ? base : joined(base, by, Step::moved)};
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
    if (const auto* chosen = e.as<ir::BuiltinExpr>(); chosen != nullptr && e.lvalue && !chosen->args.empty())
        return where(*chosen->args[0]); // _Generic
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
    if (!is_simple(*list, type)) {
        graph_.make_one(address(to));
        mix(address(to), init);
        return;
    }
    std::size_t next = 0;
    for (const ir::InitItem& item : list->items) {
        if (!type->is_record()) {
            initialise(to, type->is_array() ? type->inner : type, *item.value);
            continue;
        }
        next = member_of(item, *type->tag, next);
        const ir::TypeRef member = type->tag->fields[next].type;
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

// All values in the list, wherever they go, into what is one cell.
void PointerConstraints::mix(Node to, const Expr& init) {
    const auto* list = init.as<ir::InitList>();
    if (list != nullptr) {
        for (const ir::InitItem& item : list->items)
            mix(to, *item.value);
        return;
    }
    const Node value = eval(init);
    if (init.type == nullptr || !init.type->is_record()) {
        graph_.store(value, to, PointerGraph::inside, false);
        return;
    }
    graph_.make_one(value);
    graph_.store(load({value}), to, PointerGraph::inside, false);
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
        return e.type->is_floating() ? PointerGraph::none : joined(value, PointerGraph::none, Step::moved);
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
        const Node value = joined(load(to), eval(*binary.rhs), Step::moved);
        if (!e.type->is_floating())
            store(to, value, false);
        return value;
    }
    const Node left = eval(*binary.lhs), right = eval(*binary.rhs);
    if (binary.op == ir::BinaryOp::comma)
        return right;
    const bool decides = (binary.op >= ir::BinaryOp::lt && binary.op <= ir::BinaryOp::ne) ||
                         binary.op == ir::BinaryOp::logical_and || binary.op == ir::BinaryOp::logical_or;
    if (decides || e.type->is_floating() || e.type->is_complex())
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
    Node value = eval(operand);
    if (operand.type == nullptr || cast.to == nullptr)
        return value;
    // Whatever becomes of a number, decisions included: it may be any address that has been made a number.
    if (operand.type->is_pointer() && cast.to->is_arithmetic())
        graph_.copy(value, exposed_);
    if (operand.type->is_arithmetic() && cast.to->is_pointer() && !ir::constant_value(operand))
        value = joined(value, exposed_);
    if (value == PointerGraph::none)
        return value;
    const auto is_plain = [](ir::TypeRef type) {
        return type->is_pointer() || type->is_integer() || type->is_floating();
    };
    if (!is_plain(operand.type) || !is_plain(cast.to)) {
        is_understood_ = is_understood_ && (!cast.to->is_record() || operand.type->is_record()); // (union u)p
        return operand.type->is_record() ? value : PointerGraph::none;
    }
    if (!cast.to->is_pointer())
        return value;
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
