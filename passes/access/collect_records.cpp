// Pointers and lengths that lie in structs (`m->val`, `mesh.n`): where the struct itself does not change while the
// region runs, host code can read them before it, and what they point to is an array like any other. A function that is
// run through names them by its own parameters; host code then reads them by the caller's names.
#include <algorithm>

#include "passes/access/collector.h"
#include "passes/facts/record_parts.h"

namespace hydra::passes {

using ir::Expr;

namespace {

std::unique_ptr<Expr> made(const Expr& like, decltype(Expr::node) node) {
    auto expr = std::make_unique<Expr>();
    expr->range = like.range;
    expr->type = like.type;
    expr->lvalue = true;
    expr->node = std::move(node);
    return expr;
}

// A copy of `v`, `v.x`, `v->x.y`; null for anything else.
std::unique_ptr<Expr> copied(const Expr& full) {
    const Expr& expr = *ir::strip(&full);
    if (const auto* name = expr.as<ir::DeclRef>())
        return made(expr, *name);
    const auto* member = expr.as<ir::Member>();
    auto base = member != nullptr ? copied(*member->base) : nullptr;
    return base ? made(expr, ir::Member{std::move(base), member->arrow, member->field, member->path}) : nullptr;
}

constexpr int deepest_copy = 4; // functions that hand a record on to one another

// Whether the function uses no more of its parameter, a record, than parts of it, and hands it on to functions that do
// the same; where it is used as a whole, it is all read at the call.
bool uses_parts(const Summary& summary, const ir::FunctionDecl& function, const ir::VarDecl* param, int depth = 0) {
    std::set<const Expr*> parts;
    bool good = !Summary::may_change_parts(*function.body, param);
    const auto is_param = [&](const Expr& e) { return ir::named_variable(&e) == param; };
    const auto hands_on = [&](const ir::Call& call) {
        const ir::FunctionDecl* callee = summary.definition(ir::called_function(call));
        for (std::size_t i = 0; callee != nullptr && i < call.args.size() && i < callee->params.size(); ++i)
            if (is_param(*call.args[i]) && callee != &function && depth < deepest_copy &&
                uses_parts(summary, *callee, callee->params[i].get(), depth + 1))
                parts.insert(ir::strip(call.args[i].get()));
    };
    walk(
        *function.body,
        [&](const Expr& e) {
            if (const auto* member = e.as<ir::Member>(); member != nullptr && !member->arrow)
                parts.insert(ir::strip(member->base.get()));
            if (const auto* call = e.as<ir::Call>())
                hands_on(*call);
            if (e.as<ir::DeclRef>() != nullptr && is_param(e))
                good = good && parts.contains(&e);
        },
        [](const ir::Stmt&) {});
    return good;
}

} // namespace

bool Summary::may_change_parts(const ir::Stmt& stmt, const ir::VarDecl* record, const std::set<const Expr*>& read) {
    std::set<const Expr*> subscripted;
    bool changes = false;
    walk(
        stmt,
        [&](const Expr& e) {
            const Expr* target = assignment_target(e);
            const auto* unary = e.as<ir::Unary>();
            if (unary != nullptr && unary->op == ir::UnaryOp::address_of && !read.contains(&e))
                target = unary->operand.get();
            changes = changes || (target != nullptr && variable_of_part(target) == record);
            if (const auto* index = e.as<ir::Index>())
                subscripted.insert(ir::strip(index->base.get()));
            const Expr* plain = ir::strip(&e);
            if (plain == &e && e.type != nullptr && e.type->is_array() && variable_of_part(&e) == record)
                changes = changes || (!subscripted.contains(&e) && !read.contains(&e));
        },
        [](const ir::Stmt&) {});
    return changes;
}

// `p->field` where p is the address of an outside variable that does not change: the same as `variable.field`.
Value Collector::field_of_variable(const Expr& expr) {
    const auto* member = ir::strip(&expr)->as<ir::Member>();
    if (member == nullptr || !member->arrow || !(expr.type->is_integer() || expr.type->is_pointer()))
        return {};
    const Value base = rehearsed(*member->base);
    if (base.kind != Value::Kind::pointer || base.pointer.root < 0 || base.pointer.dims.size() != 1)
        return {};
    const Root root = out_.roots[static_cast<std::size_t>(base.pointer.root)];
    const PointerValue::Dim& dim = base.pointer.dims.front();
    if (!root.host.starts_with("&") || !dim.subscript || *dim.subscript != Poly(0) || !is_fixed(root.base) ||
        !root.pointee->is_record() || dim.elem != root.pointee || base.pointer.carried != 0 ||
        member->path.size() != 1 || summary_.address_taken().contains(root.base))
        return {};
    const std::string host = root.name + "." + member->field;
    if (expr.type->is_integer())
        return Value::of(Poly::symbol(symbols_.parameter(host, "hydra_v", false, expr.type)));
    PointerValue pointer;
    pointer.root = add_root({host, host, nullptr, root.base, expr.type->inner});
    pointer.dims = {{Poly(0), expr.type->inner, fixed_size(expr.type->inner), std::nullopt}};
    return Value::of(pointer);
}

// An array that is a member of a record variable, reached through a pointer to that: as if it were named directly.
std::optional<PointerValue> Collector::array_of_variable(const PointerValue& place, ir::TypeRef array_type) {
    if (place.root < 0 || place.member_offset < 0 || place.sealed || place.mixed || place.carried != 0 ||
        array_type->length <= 1)
        return std::nullopt; // a flexible array goes over the record's end
    const Root root = out_.roots[static_cast<std::size_t>(place.root)];
    if (!root.host.starts_with("&") || root.expr == nullptr || !root.tables.empty() || root.pointee == nullptr ||
        place.dims.front().elem != root.pointee || place.dims.front().subscript != Poly(0))
        return std::nullopt;
    std::int64_t offset = place.member_offset;
    for (const PointerValue::Dim& dim : place.dims) {
        const auto steps = dim.subscript ? dim.subscript->constant() : std::nullopt;
        if (!steps || dim.loaded || dim.elem_size <= 0)
            return std::nullopt;
        offset += *steps * (dim.unit > 0 ? dim.unit : dim.elem_size);
    }
    auto member = copied(*root.expr);
    ir::TypeRef record = root.pointee;
    while (member && record->kind == ir::TypeKind::Struct && record->tag != nullptr) {
        const auto& fields = record->tag->fields;
        const auto around = std::find_if(fields.begin(), fields.end(), [&](const ir::Field& field) {
            const std::int64_t bytes = fixed_size(field.type);
            return !field.bit_width && field.offset <= offset && offset < field.offset + bytes;
        });
        if (around == fields.end() || around->name.empty())
            return std::nullopt;
        const Expr& outer = *member;
        auto next = made(
            outer, ir::Member{std::move(member), false, around->name, {static_cast<int>(around - fields.begin())}});
        next->type = record = around->type;
        member = std::move(next);
        offset -= around->offset;
    }
    if (!member || offset != 0 || !record->is_array() || record->length != array_type->length ||
        record->inner != array_type->inner)
        return std::nullopt;
    const std::string text = ir::print_c(*member);
    PointerValue pointer;
    pointer.root = add_root({text, text, nullptr, root.base, record->inner, member.get()});
    pointer.dims = {{Poly(0), record->inner, fixed_size(record->inner), std::nullopt}};
    out_.made.push_back(std::move(member));
    return pointer;
}

// expr: what the region reads; host: what host code reads for it, and finds the same value.
void Collector::note_host_load(const Expr& expr, const Expr& host) {
    out_.host_loads.push_back(&host);
    note_early(expr);
}

void Collector::note_host_pointer(const Expr& expr, const PointerValue& pointer) {
    if (pointer.root >= 0 && !in_table(pointer) && expr.type->is_pointer())
        out_.host_pointers[ir::strip(&expr)].insert(out_.roots[static_cast<std::size_t>(pointer.root)].host);
}

// Notes that the program dereferences the pointer there in any case.
void Collector::note_certain(const PointerValue& place) {
    if (place.root >= 0 && !place.dims.empty() && place.dims.front().subscript && conditions_ == 0 &&
        inexact_.empty() && domain_.iterators.size() == (options_.kernel ? 1 : 0))
        readable_.emplace(place.root, *place.dims.front().subscript);
}

// The member of a record behind a known pointer as an expression of the launch's own function; null where the record
// may change, or host code must not read it.
const Expr* Collector::fixed_member(const Expr& expr, const PointerValue& place) {
    if (!options_.kernel || place.root < 0 || in_table(place) || place.dims.size() != 2 || place.dims.back().joined ||
        place.sealed || place.mixed || !place.dims.front().subscript || *place.dims.front().subscript != Poly(0) ||
        !place.dims.back().subscript)
        return nullptr;
    const Root& root = out_.roots[static_cast<std::size_t>(place.root)];
    const bool variable = root.host.starts_with("&");
    if (root.expr == nullptr || place.dims.front().elem != root.pointee ||
        (variable ? !is_fixed(root.base) : !readable_.contains({place.root, Poly(0)})))
        return nullptr;
    const bool stored = statement_ != nullptr ? summary_.may_store(*statement_, expr.type)
                                              : expression_ != nullptr && summary_.may_store(*expression_, expr.type);
    std::vector<const Expr*> chain; // members of the record, innermost last
    const Expr* e = ir::strip(&expr);
    for (const ir::Member* member = e->as<ir::Member>(); member != nullptr; member = e->as<ir::Member>()) {
        chain.push_back(e);
        if (member->arrow)
            break;
        e = ir::strip(member->base.get());
    }
    if (stored || chain.empty())
        return nullptr;
    auto result = copied(*root.expr);
    for (auto link = chain.rbegin(); result && link != chain.rend(); ++link) {
        const auto& member = *(*link)->as<ir::Member>();
        const bool arrow = link == chain.rbegin() && !variable;
        result = made(**link, ir::Member{std::move(result), arrow, member.field, member.path});
    }
    if (!result)
        return nullptr;
    const std::string text = ir::print_c(*result);
    for (const auto& other : out_.made)
        if (ir::print_c(*other) == text)
            return other.get();
    out_.made.push_back(std::move(result));
    return out_.made.back().get();
}

// Whether the parameter's members mean those of the record that is handed over.
bool Collector::stays_as_given(const ir::FunctionDecl& callee, const ir::VarDecl* param, const Expr& source) const {
    return param->type->kind == ir::TypeKind::Struct && source.lvalue && source.as<ir::Call>() == nullptr &&
           !summary_.ever_assigned(param) && !summary_.address_taken().contains(param) &&
           uses_parts(summary_, callee, param);
}

// Whether a call that is run through reads, of a record variable that it is handed, only what the function names.
bool Collector::binds_variable(const ir::FunctionDecl& callee, std::size_t index, const Expr& arg) const {
    const Expr& source = *ir::strip(&arg);
    const ir::VarDecl* variable = source.as<ir::DeclRef>() != nullptr ? ir::named_variable(&source) : nullptr;
    return options_.kernel && variable != nullptr && index < callee.params.size() &&
           stays_as_given(callee, callee.params[index].get(), source) &&
           (records_.contains(variable) || (is_outer(variable) && is_fixed(variable) && nameable(variable)));
}

// A record that is handed over as a copy: the copy's members are the original's, while neither changes.
void Collector::bind_record(const ir::FunctionDecl& callee, const ir::VarDecl* param, const Expr& arg) {
    const Expr& source = *ir::strip(&arg);
    if (!stays_as_given(callee, param, source))
        return;
    const Place from = rehearse(source, [&] { return place(source); });
    const std::vector<PointerValue::Dim>& dims = from.pointer.dims;
    const bool known = std::all_of(dims.begin(), dims.end(), [](const auto& dim) { return dim.subscript.has_value(); });
    if (from.kind == Place::Kind::memory && from.pointer.root >= 0) {
        if (known) // else it is any of an array's, all of which is read where it is handed over
            records_[param] = from.pointer;
    } else if (from.kind == Place::Kind::variable && !from.member && from.variable != nullptr) {
        const ir::VarDecl* variable = from.variable;
        if (const auto copy = records_.find(variable); copy != records_.end()) {
            records_[param] = copy->second;
        } else if (is_outer(variable) && is_fixed(variable) && nameable(variable)) {
            PointerValue pointer;
            pointer.root = add_root({variable->name, "&" + variable->name, nullptr, variable, variable->type, &source});
            pointer.dims = {{Poly(0), variable->type, fixed_size(variable->type), std::nullopt}};
            records_[param] = pointer;
        }
    }
}

} // namespace hydra::passes
