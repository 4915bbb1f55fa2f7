// See serial_code.h. The calls are followed backwards until nothing is added.
#include "codegen/kernel/serial_code.h"

#include <algorithm>
#include <iterator>

#include "codegen/kernel/clones.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

bool registers_arrays(const ir::Block& block) {
    return std::any_of(
        block.begin(), block.end(),
        [](const ir::Op& op) {
            if (const auto* loop = op.as<ir::LoopOp>())
                return registers_arrays(loop->condition) || registers_arrays(loop->body);
            if (const auto* branch = op.as<ir::BranchOp>())
                return registers_arrays(branch->then) || registers_arrays(branch->otherwise);
            return op.as<ir::AllocOp>() != nullptr;
        });
}

std::set<const ir::FunctionDecl*> with_serial_code(const ir::Program& program) {
    std::set<const ir::FunctionDecl*> serial;
    for (const auto& kernel : program.kernels)
        serial.insert(kernel.function);
    for (const auto& site : program.sites)
        serial.insert(site.function);
    for (const auto& function : program.functions)
        if (registers_arrays(function.body))
            serial.insert(function.decl);
    return serial;
}

std::set<const ir::FunctionDecl*> with_one_version(const ir::Program& program,
                                                   const std::set<const ir::FunctionDecl*>& serial) {
    std::set<const ir::FunctionDecl*> fixed;
    for (const auto& kernel : program.kernels)
        fixed.insert(kernel.function);
    std::copy_if(serial.begin(), serial.end(), std::inserter(fixed, fixed.end()),
                 [](const auto* function) { return function->body != nullptr && has_lasting_local(*function->body); });
    return fixed;
}

// Whether the program takes the address of one of the functions.
bool takes_address(const ir::Program& program, const std::set<const ir::FunctionDecl*>& functions) {
    std::map<const ir::FunctionDecl*, long> other; // mentions that are no calls
    const auto count = [&](const ir::FunctionDecl* function, long by) {
        other[definition_of(program, function)] += by;
    };
    const auto look = [&](const ir::Expr& expr, const ir::Expr*) {
        if (const auto* ref = expr.as<ir::DeclRef>())
            if (const auto* const* named = std::get_if<const ir::FunctionDecl*>(&ref->decl))
                count(*named, 1);
        if (const auto* call = expr.as<ir::Call>())
            if (const auto* callee = ir::called_function(*call))
                count(callee, -1);
    };
    for (const auto& unit : program.units) {
        for (const auto& function : unit->functions)
            if (function.body)
                walk(*function.body, {}, look);
        for (const auto& variable : unit->globals)
            if (variable.init)
                walk(*variable.init, {}, look);
    }
    return std::any_of(other.begin(), other.end(),
                       [&](const auto& one) { return one.second > 0 && functions.contains(one.first); });
}

bool calls_anything(const ir::Stmt& stmt) {
    bool found = false;
    walk(stmt, {}, [&](const ir::Expr& expr, const ir::Expr*) { found = found || expr.as<ir::Call>() != nullptr; });
    return found;
}

} // namespace

const ir::FunctionDecl* definition_of(const ir::Program& program, const ir::FunctionDecl* function) {
    return function->body ? function : ir::find_definition(program, function);
}

std::vector<const ir::FunctionDecl*> named_functions(const ir::Stmt& stmt) {
    std::vector<const ir::FunctionDecl*> list;
    for_each_reference(stmt, [&list](const ir::Expr&, const ir::DeclRef& ref) {
        if (const auto* const* function = std::get_if<const ir::FunctionDecl*>(&ref.decl))
            if (std::find(list.begin(), list.end(), *function) == list.end())
                list.push_back(*function);
    });
    return list;
}

std::vector<const ir::FunctionDecl*> named_definitions(const ir::Program& program, const ir::Stmt& stmt) {
    std::vector<const ir::FunctionDecl*> list;
    for (const auto* function : named_functions(stmt))
        if (const auto* definition = definition_of(program, function))
            list.push_back(definition);
    return list;
}

SerialCode::SerialCode(const ir::Program& program) : serial(with_serial_code(program)) {
    for (std::size_t unit = 0; unit < program.units.size(); ++unit)
        for (const auto& function : program.units[unit]->functions)
            if (function.body && function.in_user_file) {
                calls[&function] = named_definitions(program, *function.body);
                unit_of[&function] = static_cast<int>(unit);
            }
    add_callers(serial);
    fixed = with_one_version(program, serial);
    add_callers(fixed);
    fixed_by_address_ = takes_address(program, fixed);
    if (fixed_by_address_)
        for (const auto& [function, unit] : unit_of)
            if (calls_anything(*function->body))
                fixed.insert(function);
    add_callers(fixed);
}

void SerialCode::add_callers(std::set<const ir::FunctionDecl*>& functions) const {
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [caller, callees] : calls) {
            const bool reaches = std::any_of(callees.begin(), callees.end(),
                                             [&](const auto* callee) { return functions.contains(callee); });
            grown |= reaches && functions.insert(caller).second;
        }
    }
}

bool SerialCode::leads_to_fixed(const ir::Program& program, const ir::Stmt& stmt) const {
    const auto named = named_definitions(program, stmt);
    return (fixed_by_address_ && calls_anything(stmt)) ||
           std::any_of(named.begin(), named.end(), [this](const auto* function) { return fixed.contains(function); });
}

} // namespace hydra::codegen
