// Values of constant tables (tables.h).
#include "passes/evaluation/tables.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::Expr;
using ir::HostExpr;

namespace {

constexpr std::size_t most_entries = 96;

// One way down from a table to a scalar: a subscript's expression, or a field's number.
struct Step {
    const Expr* index = nullptr;
    std::size_t field = 0;
};

// The variable and the steps of `table[i][j].field`; null: the expression is something else.
const ir::VarDecl* table_of(const Expr& full, std::vector<Step>& steps) {
    const Expr* expr = ir::strip(&full);
    while (true) {
        if (const auto* element = expr->as<ir::Index>()) {
            steps.insert(steps.begin(), Step{element->index.get(), 0});
            expr = ir::strip(element->base.get());
        } else if (const auto* member = expr->as<ir::Member>();
                   member != nullptr && !member->arrow && member->path.size() == 1) {
            steps.insert(steps.begin(), Step{nullptr, static_cast<std::size_t>(member->path.front())});
            expr = ir::strip(member->base.get());
        } else {
            break;
        }
    }
    const ir::VarDecl* variable = ir::named_variable(expr);
    const bool table = variable != nullptr && expr->as<ir::DeclRef>() != nullptr && variable->type->is_array();
    return table && !steps.empty() && steps.front().index != nullptr ? variable : nullptr;
}

// Whether the value initialises all of what has the type: an aggregate's without braces is only the first scalar of it.
bool is_whole(const Expr* value, ir::TypeRef type) {
    const bool aggregate = type->is_array() || type->is_record();
    return value == nullptr || !aggregate || value->as<ir::InitList>() != nullptr;
}

// The field's place among the values of its record's initialiser; nullopt: they do not stand one for each field.
std::optional<std::size_t> place_in(const ir::InitList* list, const std::vector<ir::Field>& fields,
                                    std::size_t wanted) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
        if (fields[i].name.empty() && fields[i].bit_width) // int : 5;
            continue;
        if (list != nullptr && place < list->items.size() && !is_whole(list->items[place].value.get(), fields[i].type))
            return std::nullopt;
        ++place;
    }
    return place;
}

bool fits(std::int64_t value, const ir::Field& field) {
    if (!field.bit_width || *field.bit_width >= 63 || field.type->kind == ir::TypeKind::Bool)
        return true;
    const std::int64_t top = std::int64_t{1} << (field.type->is_unsigned() ? *field.bit_width : *field.bit_width - 1);
    return value < top && value >= (field.type->is_unsigned() ? 0 : -top);
}

// All entries below one initialiser, in order, with the subscripts that lead to each. False: not plain constants.
bool entries(const Expr* init, ir::TypeRef type, const std::vector<Step>& steps, std::size_t depth,
             std::vector<std::int64_t>& at, std::vector<std::pair<std::vector<std::int64_t>, std::int64_t>>& out) {
    if (out.size() > most_entries)
        return false;
    if (depth == steps.size()) {
        const auto value = init == nullptr ? std::optional<std::int64_t>(0) : ir::constant_value(*init);
        if (!value || !type->is_integer())
            return false;
        out.emplace_back(at, *value);
        return true;
    }
    const auto* list = init == nullptr ? nullptr : init->as<ir::InitList>();
    if (init != nullptr && list == nullptr)
        return false; // left-out braces, strings
    const auto item = [&](std::size_t number) -> const Expr* {
        return list != nullptr && number < list->items.size() ? list->items[number].value.get() : nullptr;
    };
    if (list != nullptr)
        for (const ir::InitItem& each : list->items)
            if (!each.designators.empty())
                return false;
    const Step& step = steps[depth];
    if (step.index == nullptr) {
        if (type->kind != ir::TypeKind::Struct || type->tag == nullptr || step.field >= type->tag->fields.size())
            return false;
        const ir::Field& field = type->tag->fields[step.field];
        const auto place = place_in(list, type->tag->fields, step.field);
        const std::size_t before = out.size();
        return place && entries(item(*place), field.type, steps, depth + 1, at, out) &&
               std::all_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                           [&](const auto& entry) { return fits(entry.second, field); });
    }
    if (!type->is_array() || type->length < 0 || type->length > static_cast<std::int64_t>(most_entries))
        return false;
    for (std::int64_t i = 0; i < type->length; ++i) {
        at.push_back(i);
        const bool good = entries(item(static_cast<std::size_t>(i)), type->inner, steps, depth + 1, at, out);
        at.pop_back();
        if (!good)
            return false;
    }
    return true;
}

// Whether all pointers in the initialiser are string literals or null.
bool only_texts(const Expr& init) {
    if (const auto* list = init.as<ir::InitList>())
        return std::all_of(list->items.begin(), list->items.end(),
                           [](const ir::InitItem& item) { return item.value && only_texts(*item.value); });
    const Expr* value = without_casts(init);
    const bool text = value->as<ir::StringLit>() != nullptr;
    return text || ir::constant_value(*value) || (init.type != nullptr && init.type->is_arithmetic());
}

// The formula with the symbol that it defines.
std::string with_value(std::string formula, SymbolId id) {
    const std::string name = fmt::format("s{}", id);
    for (std::size_t from = formula.find("VALUE"); from != std::string::npos; from = formula.find("VALUE"))
        formula.replace(from, 5, name);
    return formula;
}

} // namespace

// An entry whose number no iteration decides is a parameter. Where the number is none of an entry, the loop does not
// get to the expression.
Value Tables::entry_for_launch(const Expr& expr, const ir::VarDecl& table, const Poly& at,
                               const std::vector<std::pair<std::vector<std::int64_t>, std::int64_t>>& entries) {
    if (!region_.kernel() || symbols_.size() > most_symbols ||
        !host_.means_the_same(expr, [](const Expr&) { return true; }))
        return {};
    const HostExpr number = HostExpr::group(symbols_.host_expr(at)), zero = HostExpr::number(0);
    const HostExpr inside =
        HostExpr::binary(ir::BinaryOp::logical_and, HostExpr::binary(ir::BinaryOp::le, zero, number),
                         HostExpr::binary(ir::BinaryOp::lt, number, HostExpr::number(table.type->length)));
    const SymbolId id = symbols_.parameter(HostExpr::group(HostExpr::conditional(inside, HostExpr::of(expr), zero)),
                                           "hydra_v", false, expr.type);
    Symbol& symbol = symbols_.edit(id);
    symbol.shown = ir::print_c(*ir::strip(&expr));
    std::int64_t least = 0, most = 0;
    for (const auto& [place, value] : entries) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    symbol.least = least;
    symbol.most = most;
    symbol.natural = false;
    return Value::of(Poly::symbol(id));
}

Value Tables::entry(const Expr& expr) {
    std::vector<Step> steps;
    const ir::VarDecl* variable = expr.type != nullptr && expr.type->is_integer() ? table_of(expr, steps) : nullptr;
    if (variable == nullptr || !variable->init || work_.weary() || !region_.summary().never_changes(variable))
        return {};
    std::vector<std::pair<std::vector<std::int64_t>, std::int64_t>> all;
    std::vector<std::int64_t> at;
    if (!entries(variable->init.get(), variable->type, steps, 0, at, all))
        return {};
    std::vector<Poly> subscripts;
    std::vector<std::string> texts;
    for (const Step& step : steps) {
        if (step.index == nullptr)
            continue;
        const Value index = evaluator_.rehearse(*step.index, [&] { return evaluator_.number(*step.index); });
        const auto text = index.kind == Value::Kind::integer ? proofs_.affine(index.poly) : std::nullopt;
        if (!text)
            return {};
        subscripts.push_back(index.poly);
        texts.push_back(*text);
    }
    std::string cases, places;
    std::optional<std::int64_t> only;
    std::size_t matches = 0;
    const auto possible = [&](const std::vector<std::int64_t>& place) {
        for (std::size_t d = 0; d < place.size(); ++d)
            if (const auto fixed = subscripts[d].constant(); fixed && *fixed != place[d])
                return false;
        return true;
    };
    for (const auto& [place, value] : all) {
        if (!possible(place))
            continue;
        only = value;
        ++matches;
        std::string here = "1 = 1";
        for (std::size_t d = 0; d < place.size(); ++d)
            here += fmt::format(" and {} = {}", texts[d], place[d]);
        cases += fmt::format("{}({} and VALUE = {})", cases.empty() ? "" : " or ", here, value);
        places += fmt::format("{}({})", places.empty() ? "" : " or ", here);
    }
    if (matches == 0)
        return {};
    for (const Step& step : steps)
        if (step.index != nullptr)
            evaluator_.number(*step.index); // for what it does
    if (matches == 1)
        return Value::of(Poly(*only));
    if (subscripts.size() == 1 && symbols_.invariant(subscripts.front()))
        if (const Value fixed = entry_for_launch(expr, *variable, subscripts.front(), all); fixed.is_number())
            return fixed;
    const SymbolId id = defined_.define_under({"(" + places + ")"}, ir::print_c(expr),
                                              [&](SymbolId fresh) { return with_value(cases, fresh); });
    symbols_.edit(id).weight = 3; // several tables with one subscript have their cases in common
    return Value::of(Poly::symbol(id));
}

namespace {

// Whether the statement only reads the array's elements, each by a direct subscript.
bool only_reads(const ir::Stmt& scope, const ir::VarDecl* array) {
    const auto is_element = [&](const ir::ExprPtr& e) {
        const auto* element = e ? ir::strip(e.get())->as<ir::Index>() : nullptr;
        return element != nullptr && ir::named_variable(ir::strip(element->base.get())) == array;
    };
    int uses = 0;
    int elements = 0;
    bool changes = false;
    walk(
        scope,
        [&](const Expr& e) {
            const auto* element = e.as<ir::Index>();
            const auto* binary = e.as<ir::Binary>();
            const auto* unary = e.as<ir::Unary>();
            uses += e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == array ? 1 : 0;
            elements += element != nullptr && ir::named_variable(ir::strip(element->base.get())) == array ? 1 : 0;
            changes = changes || (binary != nullptr && ir::is_assignment(binary->op) && is_element(binary->lhs));
            if (unary != nullptr && (unary->op == ir::UnaryOp::address_of ||
                                     (unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec)))
                changes = changes || is_element(unary->operand);
        },
        [](const ir::Stmt&) {});
    return !changes && uses == elements;
}

} // namespace

bool Tables::declare_pointers(const ir::VarDecl& variable) {
    path_.forget_pointers(&variable);
    const ir::TypeRef type = variable.type;
    const auto* list = variable.init->as<ir::InitList>();
    const ir::Stmt* scope = frames_.in_own_text() ? region_.statement() : frames_.current().body.get();
    const bool fits = type->is_array() && type->inner->is_pointer() && list != nullptr && scope != nullptr &&
                      list->items.size() <= most_entries && type->length == std::ssize(list->items) &&
                      !path_.distrusts_any();
    if (!fits || !only_reads(*scope, &variable) ||
        std::any_of(list->items.begin(), list->items.end(), [](const auto& item) { return !item.designators.empty(); }))
        return false;
    std::vector<PointerValue> pointers;
    for (const ir::InitItem& item : list->items) {
        const Value value = evaluator_.eval(*item.value);
        pointers.push_back(value.kind == Value::Kind::pointer ? value.pointer : PointerValue{});
    }
    path_.know_pointers(&variable, std::move(pointers));
    return true;
}

Value Tables::own_pointer(const Expr& expr) {
    const auto* element = ir::strip(&expr)->as<ir::Index>();
    const ir::VarDecl* variable = element != nullptr ? ir::named_variable(ir::strip(element->base.get())) : nullptr;
    const std::vector<PointerValue>* known = variable != nullptr ? path_.pointers_in(variable) : nullptr;
    if (known == nullptr)
        return {};
    const std::vector<PointerValue> pointers = *known; // the subscript may change it
    const Value index = evaluator_.number(*element->index);
    const auto text = index.kind == Value::Kind::integer ? proofs_.affine(index.poly) : std::nullopt;
    if (!text)
        return Value::of(PointerValue{});
    if (const auto fixed = index.poly.constant(); fixed)
        return Value::of(*fixed >= 0 && *fixed < std::ssize(pointers) ? pointers[static_cast<std::size_t>(*fixed)]
                                                                      : PointerValue{});
    PointerValue joined = pointers.front();
    for (const PointerValue& pointer : pointers) {
        if (pointer.root < 0 || pointer.root != joined.root || pointer.dims.size() != joined.dims.size() ||
            pointer.sealed || pointer.mixed != joined.mixed || pointer.member_offset >= 0 ||
            pointer.carried != joined.carried)
            return Value::of(PointerValue{});
        for (std::size_t d = 0; d < joined.dims.size(); ++d)
            if (pointer.dims[d].elem != joined.dims[d].elem || pointer.dims[d].length != joined.dims[d].length ||
                pointer.dims[d].unit != joined.dims[d].unit)
                return Value::of(PointerValue{});
    }
    for (std::size_t d = 0; d < joined.dims.size(); ++d) {
        const bool alike = std::all_of(pointers.begin(), pointers.end(), [&](const PointerValue& pointer) {
            return pointer.dims[d].subscript == joined.dims[d].subscript;
        });
        if (alike)
            continue;
        std::string cases;
        for (std::size_t k = 0; k < pointers.size(); ++k) {
            const auto& subscript = pointers[k].dims[d].subscript;
            const auto value = subscript ? proofs_.affine(*subscript) : std::nullopt;
            if (!value)
                return Value::of(PointerValue{});
            cases += fmt::format("{}({} = {} and VALUE = {})", cases.empty() ? "" : " or ", *text, k, *value);
        }
        const SymbolId id =
            defined_.define_under({fmt::format("0 <= {} < {}", *text, pointers.size())}, ir::print_c(expr),
                                  [&](SymbolId fresh) { return with_value(cases, fresh); });
        symbols_.edit(id).weight = 3;
        joined.dims[d].subscript = Poly::symbol(id);
        joined.dims[d].part.reset();
    }
    return Value::of(joined);
}

bool Tables::leads_outside(const Expr& expr) const {
    if (expr.type == nullptr || !expr.type->is_pointer())
        return false;
    const Expr* load = ir::strip(&expr);
    const auto* unary = load->as<ir::Unary>();
    const auto* call =
        unary != nullptr && unary->op == ir::UnaryOp::deref ? ir::strip(unary->operand.get())->as<ir::Call>() : nullptr;
    if (const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr) {
        const LibraryEffect* effect =
            region_.summary().definition(callee) != nullptr ? nullptr : library_effect(callee->name);
        return effect != nullptr && effect->result == LibraryEffect::Result::plain;
    }
    std::vector<Step> steps;
    const ir::VarDecl* table = table_of(expr, steps);
    return table != nullptr && table->init && only_texts(*table->init) && region_.summary().never_changes(table);
}

} // namespace hydra::passes
