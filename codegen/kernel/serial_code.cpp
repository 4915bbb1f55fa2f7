// See serial_code.h. The calls are followed backwards until nothing is added.
#include "codegen/kernel/serial_code.h"

#include <algorithm>

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
    for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [caller, callees] : calls) {
            const bool reaches = std::any_of(callees.begin(), callees.end(),
                                             [this](const auto* callee) { return serial.contains(callee); });
            grown |= reaches && serial.insert(caller).second;
        }
    }
}

} // namespace hydra::codegen
