// See hollow_memory.h. Without order: a loop's stores are hollow, and so is all that a place in serial code stores
// which reads something hollow, as the runtime has it (reads_hollow in runtime/modes/dry_launches.cpp).
#include "passes/coherence/hollow_memory.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/points_to.h"
#include "passes/facts/record_parts.h"

namespace hydra::passes {

using ir::Expr;

namespace {

std::string name_of(const ir::Field& field, std::size_t index) {
    return field.name.empty() ? fmt::format("#{}", index) : field.name;
}

bool has_member(ir::TypeRef record, const std::string& name) {
    const auto& fields = record->tag->fields;
    return std::any_of(fields.begin(), fields.end(), [&](const ir::Field& field) {
        return field.name.empty() ? field.type->is_record() && has_member(field.type, name) : field.name == name;
    });
}

// Whether unions lie on the way to the member, as far as no pointer leads there.
bool shares_bytes(const ir::Member& member) {
    if (part_name(member).empty())
        return true;
    const Expr* base = ir::strip(member.base.get());
    while (const auto* index = base->as<ir::Index>())
        base = ir::strip(index->base.get());
    const auto* outer = base->as<ir::Member>();
    return !member.arrow && outer != nullptr && shares_bytes(*outer);
}

} // namespace

MemoryCell cell_of(const Expr& lvalue) {
    MemoryCell cell{lvalue.type, "", "", &lvalue};
    const Expr* at = ir::strip(&lvalue);
    for (const auto* index = at->as<ir::Index>(); index != nullptr && ir::strip(index->base.get())->type->is_array();
         index = at->as<ir::Index>())
        at = ir::strip(index->base.get());
    if (const auto* member = at->as<ir::Member>(); member != nullptr && !shares_bytes(*member)) {
        cell.record = type_name(record_of(*member));
        cell.member = part_name(*member);
    }
    return cell;
}

MemoryCell cell_of(ir::TypeRef record, const std::string& part) {
    if (record->kind == ir::TypeKind::Struct && record->tag != nullptr && !part.empty()) {
        const std::vector<ir::Field>& fields = record->tag->fields;
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (name_of(fields[i], i) == part)
                return {fields[i].type, type_name(record), part, nullptr};
    }
    return {record, "", "", nullptr};
}

std::string part_name(const ir::Member& member) {
    const ir::TypeRef record = record_of(member);
    if (record->kind != ir::TypeKind::Struct || record->tag == nullptr || member.path.empty())
        return "";
    const auto index = static_cast<std::size_t>(member.path.front());
    return name_of(record->tag->fields[index], index);
}

std::string part_name(ir::TypeRef record, const std::string& member) {
    if (record->kind != ir::TypeKind::Struct || record->tag == nullptr)
        return "";
    const std::vector<ir::Field>& fields = record->tag->fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i].name.empty() ? fields[i].type->is_record() && has_member(fields[i].type, member)
                                   : fields[i].name == member)
            return name_of(fields[i], i);
    return "";
}

const std::optional<std::set<int>>& HollowMemory::objects(const Expr& lvalue) {
    const auto [known, fresh] = objects_.try_emplace(&lvalue);
    if (fresh)
        known->second = pointers_of(state_).of(lvalue);
    return known->second;
}

bool HollowMemory::may_meet(const MemoryCell& one, const MemoryCell& other) {
    if (!may_alias(one.type, other.type))
        return false;
    if (!one.record.empty() && one.record == other.record && one.member != other.member)
        return false;
    if (one.lvalue == nullptr || other.lvalue == nullptr)
        return true;
    const std::optional<std::set<int>>&a = objects(*one.lvalue), &b = objects(*other.lvalue);
    return !a || !b || std::any_of(a->begin(), a->end(), [&b](int object) { return b->contains(object); });
}

bool HollowMemory::may_be_hollow(const MemoryCell& read) {
    if (!is_found_)
        find();
    return std::any_of(hollow_.begin(), hollow_.end(), [&](const MemoryCell& cell) { return may_meet(cell, read); });
}

void HollowMemory::find() {
    is_found_ = true;
    for (const ir::Kernel& kernel : state_.program.kernels) {
        Touched loop;
        add<ir::Stmt>(loop, *kernel.loop);
        const std::vector<MemoryCell> stored = closed(std::move(loop)).stored;
        hollow_.insert(hollow_.end(), stored.begin(), stored.end());
    }
    std::vector<Touched> sites;
    for (const ir::Site& site : state_.program.sites) {
        Touched own;
        if (site.condition != nullptr)
            add<Expr>(own, *site.condition);
        else if (site.statement != nullptr)
            add<ir::Stmt>(own, *site.statement);
        sites.push_back(closed(std::move(own)));
    }
    for (std::size_t next = 0; next < hollow_.size(); ++next)
        for (Touched& site : sites) {
            const MemoryCell cell = hollow_[next];
            if (std::none_of(site.read.begin(), site.read.end(),
                             [&](const auto& read) { return may_meet(cell, read); }))
                continue;
            hollow_.insert(hollow_.end(), site.stored.begin(), site.stored.end());
            site = {};
        }
}

HollowMemory::Touched HollowMemory::closed(Touched own) {
    std::set<const ir::FunctionDecl*> seen;
    for (std::size_t next = 0; next < own.called.size(); ++next) {
        const ir::FunctionDecl* function = own.called[next];
        if (!seen.insert(function).second)
            continue;
        const auto [body, fresh] = bodies_.try_emplace(function);
        if (fresh)
            add<ir::Stmt>(body->second, *function->body);
        const Touched more = body->second;
        own.read.insert(own.read.end(), more.read.begin(), more.read.end());
        own.stored.insert(own.stored.end(), more.stored.begin(), more.stored.end());
        own.called.insert(own.called.end(), more.called.begin(), more.called.end());
    }
    return own;
}

template <class Node> void HollowMemory::add(Touched& to, const Node& node) const {
    walk(
        node, [&](const Expr& expr) { add(to, expr); },
        [&](const ir::Stmt& stmt) {
            if (stmt.as<ir::Asm>() != nullptr) {
                to.read.emplace_back();
                to.stored.emplace_back();
            }
        });
}

void HollowMemory::add(Touched& to, const Expr& expr) const {
    if (names_memory(expr) || (as_member(expr) != nullptr && base_variable(&expr) == nullptr))
        to.read.push_back(cell_of(expr));
    if (const Expr* target = assignment_target(expr)) {
        const ir::VarDecl* variable = base_variable(target);
        if (variable == nullptr || state_.summary.address_taken().contains(state_.summary.canonical(variable)))
            to.stored.push_back(cell_of(*target));
    }
    const auto* call = expr.as<ir::Call>();
    if (call == nullptr)
        return;
    const CallTargets targets = state_.summary.targets(*call);
    if (!targets.known) {
        to.read.emplace_back();
        to.stored.emplace_back();
    }
    for (const ir::FunctionDecl* callee : targets.functions)
        if (const ir::FunctionDecl* body = state_.summary.definition(callee))
            to.called.push_back(body);
        else
            add_library(to, *call, *callee);
}

// A function of the library's goes on behind what it is handed, so members are none of their own.
void HollowMemory::add_library(Touched& to, const ir::Call& call, const ir::FunctionDecl& callee) const {
    const LibraryEffect* effect = library_effect(callee.name);
    if (effect == nullptr) {
        to.read.emplace_back();
        to.stored.emplace_back();
        return;
    }
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const Expr* argument = without_casts(*call.args[i]);
        if (argument->type == nullptr || (!argument->type->is_pointer() && !argument->type->is_array()) ||
            argument->as<ir::StringLit>() != nullptr)
            continue;
        ir::TypeRef type = argument->type->inner;
        const bool any = effect->argument(i) == 'f' || type->kind == ir::TypeKind::Void || is_text(type);
        const auto* member = argument->as<ir::Unary>() != nullptr ? as_member(*argument->as<ir::Unary>()->operand)
                                                                  : argument->as<ir::Member>();
        MemoryCell cell{any ? nullptr : member != nullptr ? record_of(*member) : type, "", "", nullptr};
        to.read.push_back(cell);
        if (effect->writes(i) || effect->argument(i) == 'f')
            to.stored.push_back(cell);
        if (const auto function = effect->argument(i) == 'f' ? state_.summary.targets(*argument) : CallTargets{};
            !function.functions.empty())
            for (const ir::FunctionDecl* body : function.functions)
                if (const ir::FunctionDecl* defined = state_.summary.definition(body))
                    to.called.push_back(defined);
    }
}

} // namespace hydra::passes
