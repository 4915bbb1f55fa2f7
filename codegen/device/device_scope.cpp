// Variables become parameters when they are first asked for, so that a kernel is handed what it uses and no more.
#include "codegen/device/device_scope.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/kernel/kernel_frame.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

constexpr std::int64_t most_value_bytes = 512; // of one parameter: devices need to take 1024 in all

bool contains(const std::vector<const ir::VarDecl*>& list, const ir::VarDecl* variable) {
    return std::find(list.begin(), list.end(), variable) != list.end();
}

// Several units' declarations of one object.
bool same_object(const ir::VarDecl* a, const ir::VarDecl* b) {
    const auto shared = [](const ir::VarDecl* variable) {
        return variable != nullptr && variable->file_scope && variable->storage != ir::Storage::static_;
    };
    return a == b || (shared(a) && shared(b) && a->name == b->name);
}

// Whether the initialiser needs nothing but numbers, and texts where the elements are characters.
bool is_constant(const ir::Expr& init, ir::TypeRef element) {
    bool constant = element->kind == ir::TypeKind::Char || element->is_arithmetic() || element->is_record();
    walk(init, {}, [&](const ir::Expr& expr, const ir::Expr*) {
        const auto* name = expr.as<ir::DeclRef>();
        constant = constant && (name == nullptr || std::holds_alternative<const ir::EnumConstant*>(name->decl)) &&
                   expr.as<ir::Call>() == nullptr &&
                   (expr.as<ir::StringLit>() == nullptr || element->kind == ir::TypeKind::Char);
    });
    return constant;
}

} // namespace

DeviceScope::DeviceScope(const Context& context, const Dialect& dialect, const ir::Kernel& kernel,
                         const KernelVariables& variables, DeviceTypes& types, ByValue by_value, bool in_pages)
    : context_(context), dialect_(dialect), kernel_(kernel), variables_(variables), types_(types),
      by_value_(std::move(by_value)), in_pages_(in_pages) {}

bool DeviceScope::owns(const ir::VarDecl& variable) const {
    const auto& loop = *kernel_.loop->as<ir::For>();
    return &variable == loop.canonical.variable || contains(loop.directive->private_, &variable) ||
           contains(loop.directive->firstprivate, &variable) ||
           std::any_of(loop.directive->reductions.begin(), loop.directive->reductions.end(),
                       [&](const ir::Reduction& reduction) { return reduction.variable == &variable; }) ||
           std::any_of(loop.directive->last_stored.begin(), loop.directive->last_stored.end(),
                       [&](const ir::LastStored& stored) { return stored.variable == &variable; });
}

const Outside& DeviceScope::add(Outside made) {
    handed_.push_back(std::move(made));
    return handed_.back();
}

std::string DeviceScope::free_name(const std::string& wanted) {
    const auto usable = usable_name(dialect_, wanted);
    auto name = usable;
    for (int number = 2; !names_.insert(name).second; ++number)
        name = fmt::format("{}_{}", usable, number);
    return name;
}

bool DeviceScope::follows() const {
    return std::any_of(
        kernel_.touches.slots.begin(), kernel_.touches.slots.end(),
        [](const ir::Slot& slot) { return !slot.tables.empty(); });
}

bool DeviceScope::is_by_value(const ir::Slot& slot) const {
    return slot.by_value != nullptr && contains(by_value_, slot.by_value);
}

const Outside& DeviceScope::rows() {
    if (rows_ == nullptr)
        rows_ = &add({Outside::Kind::rows, free_name(context_.name("rows")), nullptr, -1, ""});
    return *rows_;
}

const Outside& DeviceScope::pages(int slot) {
    const auto [known, is_new] = pages_.try_emplace(slot, nullptr);
    if (is_new) {
        known->second =
            &add({Outside::Kind::pages, free_name(context_.name(fmt::format("pages_{}", slot))), nullptr, slot, ""});
    }
    return *known->second;
}

const Outside& DeviceScope::value(const std::string& name, ir::TypeRef type, const std::string& host) {
    return add({Outside::Kind::value, free_name(name), type, -1, host});
}

const Outside& DeviceScope::variable(const ir::VarDecl& variable, const support::SourceRange& at) {
    const auto [known, is_new] = by_variable_.try_emplace(&variable, nullptr);
    if (is_new) {
        for (const auto& [other, outside] : by_variable_)
            if (other != &variable && same_object(other, &variable))
                return *(known->second = outside);
        try {
            known->second = &add(make(variable, at));
        } catch (const HostOnly&) {
            by_variable_.erase(&variable);
            throw;
        }
        if (known->second->slot >= 0)
            by_slot_[known->second->slot] = known->second;
    }
    return *known->second;
}

const Outside& DeviceScope::first(const ir::VarDecl& variable, const support::SourceRange& at) {
    auto made = make(variable, at);
    made.name = free_name(context_.name("first_" + variable.name));
    return add(std::move(made));
}

int DeviceScope::slot_of(const ir::VarDecl& variable) const {
    int found = -1;
    for (std::size_t slot = 0; slot < kernel_.touches.slots.size(); ++slot) {
        if (same_object(kernel_.touches.slots[slot].variable, &variable) && !is_by_value(kernel_.touches.slots[slot])) {
            found = static_cast<int>(slot);
            if (kernel_.touches.slots[slot].tables.empty())
                return found;
        }
    }
    return found;
}

Outside DeviceScope::make(const ir::VarDecl& variable, const support::SourceRange& at) {
    const auto quoted = fmt::format("'{}'", variable.name);
    if (variable.storage == ir::Storage::thread)
        throw HostOnly{at, quoted + " has a value of its own in each thread"};
    const bool holds_rows = follows() && variable.type->is_array();
    types_.check(holds_rows ? types_.pointer_to(variable.type->inner) : variable.type, at, quoted);
    const int slot = slot_of(variable);
    if (slot >= 0 && !kernel_.touches.slots[static_cast<std::size_t>(slot)].tables.empty())
        throw HostOnly{at, quoted + " is a table of pointers, and a device has memory of its own"};
    if (slot >= 0 && (variable.type->is_pointer() || variable.type->is_array())) {
        const auto type = variable.type->is_pointer() ? plain(variable.type) : types_.pointer_to(variable.type->inner);
        return {Outside::Kind::pointer, free_name(variable.name), type, slot, ""};
    }
    if (slot >= 0)
        return {Outside::Kind::object, free_name(variable.name), types_.pointer_to(variable.type), slot, ""};
    if (variable.type->is_pointer())
        throw HostOnly{at, fmt::format("what {} points at is not known when the loop begins", quoted)};
    if (variable.type->is_array())
        return table(variable, at);
    if (ir::size_of(variable.type).value_or(most_value_bytes + 1) > most_value_bytes)
        throw HostOnly{at, quoted + " is too large to be handed to a device by value"};
    return {Outside::Kind::value,    free_name(variable.name),        plain(variable.type), -1,
            host_text(variable, at), variable.type->quals.is_volatile};
}

// An array that no loop writes. Constants go into the source, since every rank has what they hold; what is small is
// handed over by value.
Outside DeviceScope::table(const ir::VarDecl& variable, const support::SourceRange& at) {
    auto element = variable.type;
    while (element->is_array())
        element = element->inner;
    const auto size = ir::size_of(variable.type);
    const bool fixed = variable.has_static_lifetime() && element->quals.is_const && variable.init && size;
    if (fixed && is_constant(*variable.init, element)) {
        return {Outside::Kind::table, types_.table(variable, context_.name("table_" + variable.name)), variable.type,
                -1, ""};
    }
    if (!size || *size > most_value_bytes)
        throw HostOnly{at, fmt::format("where '{}' lies is not known when the loop begins", variable.name)};
    return {Outside::Kind::array, free_name(variable.name), types_.array_in_struct(variable.type), -1,
            host_text(variable, at)};
}

// Whether the function with the launch declares a variable of this name.
bool DeviceScope::is_hidden(const std::string& name) const {
    bool hidden = false;
    const auto hides = [&](const ir::VarDecl& other) { hidden = hidden || (!other.file_scope && other.name == name); };
    for (const auto& param : kernel_.function->params)
        hides(*param);
    walk(*kernel_.function->body,
         [&](const ir::Stmt& stmt, const ir::Stmt*) {
             if (const auto* decl = stmt.as<ir::DeclStmt>())
                 for (const auto& local : decl->variables)
                     hides(*local);
         },
         {});
    return hidden;
}

bool DeviceScope::visible_at_launch(const ir::VarDecl& variable) const {
    if (!variable.file_scope) {
        const auto& loop = kernel_.loop->range;
        const bool inside =
            variable.range.file == loop.file && variable.range.begin >= loop.begin && variable.range.begin < loop.end;
        return !variable.has_static_lifetime() || (variable.function == kernel_.function && !inside);
    }
    const auto& globals = unit().globals;
    return !is_hidden(variable.name) && std::any_of(globals.begin(), globals.end(), [&](const ir::VarDecl& global) {
        return same_object(&global, &variable);
    });
}

bool DeviceScope::visible_at_launch(const ir::EnumConstant& constant) const {
    int known = 0;
    bool equal = true;
    for (const auto& other : unit().enum_constants) {
        if (other.name == constant.name) {
            ++known;
            equal = equal && other.value == constant.value;
        }
    }
    return known > 0 && equal && !is_hidden(constant.name);
}

const ir::TranslationUnit& DeviceScope::unit() const {
    return *context_.program.units[static_cast<std::size_t>(kernel_.unit)];
}

std::string DeviceScope::host_text(const ir::VarDecl& variable, const support::SourceRange& at) const {
    for (const auto* group : {&variables_.captured, &variables_.firstprivates}) {
        for (const auto& passed : *group) {
            if (passed.variable == &variable && passed.how != Passed::How::external) {
                const auto member = context_.name("c") + "->" + variable.name;
                return passed.how == Passed::How::reference ? "*" + member : member;
            }
        }
    }
    // A file-scope variable: the unit must know its name where the pass function stands.
    for (const auto& global : unit().globals) {
        const bool before =
            global.range.file != kernel_.function->whole.file || global.range.begin < kernel_.function->whole.begin;
        if (same_object(&global, &variable) && before)
            return variable.name;
    }
    throw HostOnly{at, fmt::format("'{}' is not declared where the loop stands", variable.name)};
}

int DeviceScope::slot_of(const std::string& host_text, bool in_body) const {
    for (std::size_t index = 0; index < kernel_.touches.slots.size(); ++index) {
        const auto& slot = kernel_.touches.slots[index];
        const bool by_address = slot.host.is_call_of("hydra_rt_pointer_at") && in_body && slot.name == host_text;
        const auto host = slot.host.text();
        const bool named = host == host_text || host == "(" + host_text + ")";
        if ((named || by_address) && slot.tables.empty() && !is_by_value(slot))
            return static_cast<int>(index);
    }
    return -1;
}

const Outside* DeviceScope::loaded(const std::string& host_text, ir::TypeRef pointer, bool in_body) {
    const int slot = slot_of(host_text, in_body);
    if (slot < 0)
        return nullptr;
    if (const auto known = by_slot_.find(slot); known != by_slot_.end())
        return known->second;
    std::string name;
    const bool peeked = host_text.starts_with("hydra_rt_pointer_at");
    for (const char c : peeked ? kernel_.touches.slots[static_cast<std::size_t>(slot)].name : host_text) {
        const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        name += letter ? std::string(1, c) : name.empty() || name.back() == '_' ? "" : "_";
    }
    while (name.ends_with('_'))
        name.pop_back();
    return by_slot_[slot] = &add({Outside::Kind::pointer, free_name(context_.name(name)), plain(pointer), slot, ""});
}

const Outside* DeviceScope::length(const ir::Type& array) {
    if (const auto known = lengths_.find(&array); known != lengths_.end())
        return known->second;
    for (const auto* group :
         {&variables_.captured, &variables_.firstprivates, &variables_.reduced, &variables_.privates}) {
        for (const auto& passed : *group) {
            int depth = 0;
            for (auto type = passed.variable->type; type->is_pointer() || type->is_array();
                 type = type->inner, depth++) {
                const bool handed = std::any_of(passed.lengths.begin(), passed.lengths.end(),
                                                [depth](const RunTimeLength& length) { return length.depth == depth; });
                if (type == &array && handed) {
                    return lengths_[&array] = &add(
                               {Outside::Kind::length,
                                free_name(context_.name(fmt::format("{}_{}", passed.variable->name, depth))),
                                types_.basic(ir::TypeKind::Long), -1, passed.length_text(depth, context_.name("c"))});
                }
            }
        }
    }
    return nullptr;
}

} // namespace hydra::codegen
