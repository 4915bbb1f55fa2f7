// The printer of C does the work; its hooks say what is different on a device. An expression that no device can
// evaluate ends the attempt by an exception, so what is printed at all can run there.
#include "codegen/device/device_body.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/device/device_casts.h"
#include "codegen/device/device_checks.h"
#include "codegen/device/device_library.h"
#include "codegen/device/device_literals.h"
#include "codegen/device/device_loops.h"
#include "codegen/device/device_pages.h"
#include "codegen/device/device_windows.h"
#include "codegen/device/flat.h"
#include "codegen/device/initialisers.h"
#include "codegen/kernel/notes.h"
#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

std::string quoted(const ir::Expr& expr) { return fmt::format("'{}'", ir::print_c(expr)); }

bool is_const(ir::TypeRef type) {
    while (type->is_array())
        type = type->inner;
    return type->quals.is_const;
}

class BodyWriter {
  public:
    BodyWriter(DeviceScope& scope, DeviceFunctions& functions, const Frame& frame)
        : scope_(scope), functions_(functions), frame_(frame), dialect_(scope.dialect()), hooks_(make_hooks()),
          flat_(hooks_, [this](const ir::Type& array) { return length(array); }), casts_(scope, frame, hooks_),
          pages_(scope, frame),
          literals_(scope.context(), scope.types(), dialect_,
                    [this](const ir::Expr& init, ir::TypeRef type) { return initialiser(init, type); }) {
        for (const auto* variable : declared_again(frame.body()))
            renamed_[variable] = scope.context().name("inner_" + variable->name);
    }

    DeviceBody write(int indent) {
        DeviceBody body;
        while (true) {
            needs_.clear();
            literals_.clear();
            body.text = ir::print_c(frame_.body(), indent, hooks_);
            if (!rename_hiding())
                break;
        }
        body.needs = needs_;
        body.literals = literals_.declarations();
        for (const auto* variable : named_)
            body.names[variable] = name_of(*variable);
        return body;
    }

  private:
    ir::PrintHooks make_hooks() {
        auto hooks = scope_.types().hooks();
        hooks.overruns = &scope_.context().program.overruns;
        hooks.expression = [this](const ir::Expr& expr) { return expression(expr); };
        hooks.statement = [this](const ir::Stmt& stmt, int indent) { return statement(stmt, indent); };
        hooks.variable = [this](const ir::VarDecl& variable) { return name_of(variable); };
        hooks.head = [this](const ir::VarDecl& variable) { return head(variable); };
        return hooks;
    }

    // ---- names ----

    std::string name_of(const ir::VarDecl& variable) {
        named_.insert(&variable);
        const auto renamed = renamed_.find(&variable);
        return renamed != renamed_.end() ? renamed->second : usable_name(dialect_, variable.name);
    }

    // A local variable must not hide one from outside that the function names, or one that it hands on.
    bool rename_hiding() {
        std::set<std::string> outside;
        for (const auto* need : needs_)
            outside.insert(need->name);
        bool any = false;
        for (const auto* variable : named_) {
            if (outside.contains(name_of(*variable))) {
                renamed_[variable] = scope_.context().name("own_" + name_of(*variable));
                any = true;
            }
        }
        return any;
    }

    const std::string& need(const Outside& outside) {
        if (outside.kind != Outside::Kind::table && std::find(needs_.begin(), needs_.end(), &outside) == needs_.end())
            needs_.push_back(&outside);
        return outside.name;
    }

    std::string variable_text(const ir::VarDecl& variable, const ir::Expr& expr) {
        if (frame_.is_local(variable))
            return at_store(scope_.context(), scope_.kernel(), expr, name_of(variable));
        const auto& outside = scope_.variable(variable, expr.range);
        const auto& name = need(outside);
        return outside.kind == Outside::Kind::object  ? "(*" + name + ")"
               : outside.kind == Outside::Kind::array ? name + ".v"
                                                      : name;
    }

    // ---- declarations ----

    std::string head(const ir::VarDecl& variable) {
        return variable.type->is_pointer() ? std::string(space_text(dialect_, frame_.of(variable))) : "";
    }

    void check_variable(const ir::VarDecl& variable) {
        if (variable.type->is_vla() && !flat_elements(*variable.type)) {
            throw HostOnly{variable.range,
                           fmt::format("'{}' has a length that is known at run time only", variable.name)};
        }
        if (variable.has_static_lifetime() && !is_const(variable.type)) {
            throw HostOnly{variable.range,
                           fmt::format("'{}' keeps its value from one call to the next", variable.name)};
        }
        check_alignment(variable, variable.range);
        scope_.types().check(variable.type, variable.range, fmt::format("'{}'", variable.name));
    }

    // How many elements below its lengths an array has, whose lengths are variables that keep constants.
    static std::optional<std::int64_t> flat_elements(const ir::Type& array) {
        std::int64_t elements = 1;
        for (const auto* type = &array; type->is_vla(); type = type->inner) {
            const auto length = ir::known_length(*type);
            if (!length || *length <= 0 || __builtin_mul_overflow(elements, *length, &elements))
                return std::nullopt;
        }
        return elements;
    }

    // Declarations of types and functions have no place in it; a static constant is a table or a number.
    std::optional<std::string> declarations(const ir::Stmt& stmt, const ir::DeclStmt& node, int indent) {
        const bool jumped = jumped_.contains(&stmt);
        bool plain = node.functions.empty() && node.tags.empty() && !jumped;
        for (const auto& variable : node.variables) {
            check_variable(*variable);
            plain = plain && !variable->type->is_vla() && variable->storage != ir::Storage::static_ &&
                    variable->storage != ir::Storage::extern_ &&
                    (variable->init ? !is_text_for(*variable->init, variable->type) : !is_const(variable->type));
        }
        if (plain)
            return std::nullopt;
        const std::string pad(static_cast<std::size_t>(indent) * 4, ' ');
        std::string text;
        for (const auto& variable : node.variables) {
            if (variable->has_static_lifetime())
                continue;
            const auto name = name_of(*variable);
            if (variable->type->is_vla()) { // subscripts are flat (flat.h)
                const auto* element = element_below_lengths(variable->type);
                text += fmt::format("{}{};\n", pad,
                                    ir::declare(scope_.types().lowered(element),
                                                fmt::format("{}[{}]", name, *flat_elements(*variable->type)), hooks_));
                continue;
            }
            const auto init = variable->init ? initialiser(*variable->init, variable->type) : "";
            const bool later = jumped && !init.empty();
            if (later && variable->type->is_array())
                throw HostOnly{stmt.range, "a case jumps past an array's initialisation"};
            const auto type = later || init.empty() ? changeable(variable->type) : variable->type;
            text += fmt::format("{}{}{}{};\n", pad, head(*variable),
                                ir::declare(scope_.types().lowered(type), name, hooks_),
                                init.empty() || later ? "" : " = " + init);
            text += later ? fmt::format("{}{} = {};\n", pad, name, assigned(init, type)) : "";
        }
        return text;
    }

    // The type without const: C++ wants a constant to be initialised where it is declared.
    static ir::TypeRef changeable(ir::TypeRef type) { return type->unqualified != nullptr ? type->unqualified : type; }

    // A list in braces as what is assigned.
    std::string assigned(const std::string& init, ir::TypeRef type) {
        return init.starts_with('{') && dialect_.is_opencl() ? fmt::format("({}){}", type_text(type), init) : init;
    }

    void check_head(const ir::For& loop, const support::SourceRange& at) {
        const auto* decl = loop.init ? loop.init->as<ir::DeclStmt>() : nullptr;
        if (decl == nullptr)
            return;
        for (const auto& variable : decl->variables) {
            check_variable(*variable);
            if (head(*variable) != head(*decl->variables.front()))
                throw HostOnly{at, "a for statement declares pointers beside other variables"};
        }
    }

    // ---- statements ----

    std::optional<std::string> statement(const ir::Stmt& stmt, int indent) {
        const bool asks = frame_.function() == nullptr && &stmt != guarded_;
        const auto guard = asks ? guard_of(scope_.context(), scope_.kernel(), stmt) : std::nullopt;
        if (!guard)
            return plain_statement(stmt, indent);
        guarded_ = &stmt;
        const std::string pad(static_cast<std::size_t>(indent) * 4, ' ');
        const auto text = ir::print_c(stmt, indent + 1, hooks_);
        guarded_ = nullptr;
        return (guard->opens ? fmt::format("{}if ({}) {{\n", pad, guard->condition) : "") + text +
               (guard->closes ? pad + "}\n" : "");
    }

    std::optional<std::string> plain_statement(const ir::Stmt& stmt, int indent) {
        if (stmt.as<ir::Goto>() != nullptr)
            throw HostOnly{stmt.range, "it jumps with goto"};
        if (stmt.as<ir::Asm>() != nullptr)
            throw HostOnly{stmt.range, "it holds assembly code"};
        if (const auto* label = stmt.as<ir::Case>(); label != nullptr && label->high) {
            const auto labels = case_labels(*label, stmt.range, indent);
            return labels + (label->body ? ir::print_c(*label->body, indent, hooks_) : "    ;\n");
        }
        if (const auto* loop = stmt.as<ir::For>()) {
            check_head(*loop, stmt.range);
            const LoopHooks with{hooks_, [this](const ir::Expr& expr) { return argument(expr); }, standing_,
                                 dialect_.is_opencl()};
            if (auto text = frame_.function() == nullptr
                                ? device_loop(scope_.context(), scope_.kernel(), stmt, with, indent)
                                : std::nullopt)
                return text;
        }
        if (const auto* choice = stmt.as<ir::Switch>(); choice != nullptr && !dialect_.is_opencl())
            jumped_.merge(jumped_declarations(*choice));
        if (const auto* plain = stmt.as<ir::ExprStmt>()) {
            const auto store = stored_if(*plain, indent);
            return store ? store : bytes_statement(*plain, indent);
        }
        const auto* decl = stmt.as<ir::DeclStmt>();
        return decl != nullptr ? declarations(stmt, *decl, indent) : std::nullopt;
    }

    // GPUs pay for what they write, CPUs' vectors for what they may not write.
    std::optional<std::string> stored_if(const ir::ExprStmt& stmt, int indent) {
        const auto store = dialect_.is_opencl() ? std::nullopt : conditional_store(stmt);
        const auto no_text = [](const ir::Expr&) { return std::string(); };
        if (!store || with_note(scope_.context(), scope_.kernel(), *store->whole, no_text))
            return std::nullopt;
        check_target(*store->whole);
        return conditional_text(*store, hooks_, indent);
    }

    // `memcpy(to, from, count);` and memset, whose results nobody uses.
    std::optional<std::string> bytes_statement(const ir::ExprStmt& stmt, int indent) {
        const auto* call = bytes_call(scope_.context().program, stmt);
        if (call == nullptr)
            return std::nullopt;
        if (scope_.in_pages())
            throw HostOnly{call->callee->range, "it may go from one page to the next"};
        const bool copies = ir::called_function(*call)->name.ends_with("memcpy");
        const auto bytes = [&](const ir::Expr& pointer, Space space, const char* quals) {
            return fmt::format("({}{}char *)({})", space_text(dialect_, space), quals, text(pointer));
        };
        const auto to = frame_.pointer(*call->args[0]);
        const auto from = copies ? frame_.pointer(*call->args[1]) : Space::none;
        return fmt::format(
            "{}{}({}, {}, {});\n", std::string(static_cast<std::size_t>(indent) * 4, ' '),
            copies ? functions_.copies_bytes(to, from) : functions_.sets_bytes(to), bytes(*call->args[0], to, ""),
            copies ? bytes(*call->args[1], from, "const ") : argument(*call->args[1]), argument(*call->args[2]));
    }

    std::string text(const ir::Expr& expr) { return ir::print_c(expr, hooks_); }
    // As an argument or initialiser.
    std::string argument(const ir::Expr& expr) {
        const auto* binary = ir::strip(&expr)->as<ir::Binary>();
        return binary != nullptr && binary->op == ir::BinaryOp::comma ? "(" + text(expr) + ")" : text(expr);
    }

    std::optional<std::string> expression(const ir::Expr& expr) {
        if (const auto* cast = expr.as<ir::Cast>())
            return cast->implicit ? converted(expr, *cast) : casted(expr, *cast);
        if (standing_.stands_for(expr))
            return standing_.name;
        if (auto noted = with_note(scope_.context(), scope_.kernel(), expr,
                                   [this](const ir::Expr& side) { return argument(side); }))
            return noted;
        if (auto known = stands_for_slot(expr))
            return known;
        if (const auto slot = pages_.slot_of(expr)) {
            const DevicePages::Kept address(pages_, expr);
            return pages_.text(expr, need(scope_.pages(*slot)), text(expr));
        }
        if (is_stored_pointer(expr) && scope_.follows() && !plain_.contains(&expr))
            return followed(expr);
        if (const auto* name = expr.as<ir::DeclRef>())
            return named(expr, *name);
        if (const auto* call = expr.as<ir::Call>())
            return called(expr, *call);
        if (const auto* size = expr.as<ir::SizeOf>())
            return size_text(*size);
        check(expr);
        check_target(expr);
        frame_.check_addresses(expr);
        check_null(expr);
        if (expr.as<ir::Index>() != nullptr || expr.as<ir::Unary>() != nullptr || expr.as<ir::Binary>() != nullptr) {
            if (auto rows = flat_.expression(expr))
                return rows;
        }
        if (const auto* unary = expr.as<ir::Unary>())
            return unary_text(*unary);
        if (const auto* binary = expr.as<ir::Binary>()) {
            const auto steps = dialect_.is_opencl() ? std::nullopt : casts_.void_steps(expr, *binary);
            return steps ? steps : casts_.truth_assignment(expr, *binary);
        }
        if (const auto* number = expr.as<ir::IntLit>())
            return literal_text(dialect_, *number);
        return aggregate(expr);
    }

    std::optional<std::string> aggregate(const ir::Expr& expr) {
        if (expr.as<ir::InitList>() != nullptr)
            return initialiser(expr, expr.type);
        if (const auto* literal = expr.as<ir::CompoundLiteral>())
            return literals_.text(expr, *literal);
        if (expr.as<ir::StringLit>() != nullptr)
            throw HostOnly{expr.range, "it uses a string"};
        if (expr.as<ir::StatementExpr>() != nullptr)
            throw HostOnly{expr.range, "it has statements inside of an expression"};
        const auto* builtin = expr.as<ir::BuiltinExpr>();
        if (builtin != nullptr && builtin->name != "_Generic") {
            const auto value = ir::constant_value(expr);
            if (!value)
                throw HostOnly{expr.range, fmt::format("it uses '{}', which devices do not have", builtin->name)};
            return fmt::format("{}", *value);
        }
        return std::nullopt;
    }

    void check(const ir::Expr& expr) {
        const auto type = expr.type;
        if (type->is_function() || type->kind == ir::TypeKind::Void || type->is_vla() ||
            expr.as<ir::StringLit>() != nullptr)
            return;
        auto element = type;
        while (scope_.follows() && element->is_array() && !element->is_vla())
            element = element->inner;
        scope_.types().check(element->is_pointer() ? element : type, expr.range, quoted(expr));
        // Pointers that host code stored mean nothing here.
        if (is_stored_pointer(expr) && !scope_.follows()) {
            throw HostOnly{expr.range,
                           quoted(expr) + " is a pointer that lies in memory, and a device has memory of its own"};
        }
    }

    // The host's address that stands there, as a pointer into the device's memory.
    std::string followed(const ir::Expr& expr) {
        const auto* lvalue = &expr;
        plain_.insert(lvalue);
        const auto address = text(expr);
        plain_.erase(lvalue);
        return fmt::format("(({}){}({}, {}))", scope_.types().declare(expr.type, "", dialect_.global), follow_function,
                           need(scope_.rows()), address);
    }

    // What is handed over by value must not be changed: nobody would see it.
    void check_target(const ir::Expr& expr) {
        if (const auto* place = check_stored_pointers(expr, scope_.follows()))
            plain_.insert(place);
        if (const auto* variable = frame_.changed_outside(expr)) {
            const auto kind = scope_.variable(*variable, expr.range).kind;
            if (kind != Outside::Kind::pointer && kind != Outside::Kind::object)
                throw HostOnly{expr.range, fmt::format("it changes '{}', which all iterations share", variable->name)};
        }
    }

    std::optional<std::string> stands_for_slot(const ir::Expr& expr) {
        const auto host = frame_.slot_text(expr);
        if (!host)
            return std::nullopt;
        scope_.types().check(expr.type, expr.range, quoted(expr));
        const auto type = expr.type->is_array() ? scope_.types().pointer_to(expr.type->inner) : expr.type;
        const auto* outside = scope_.loaded(*host, type, frame_.function() == nullptr);
        return outside != nullptr ? std::optional(need(*outside)) : std::nullopt;
    }

    std::optional<std::string> named(const ir::Expr& expr, const ir::DeclRef& name) {
        if (const auto* const* variable = std::get_if<const ir::VarDecl*>(&name.decl))
            return variable_text(**variable, expr);
        if (const auto* const* constant = std::get_if<const ir::EnumConstant*>(&name.decl))
            return enumerator_text(**constant);
        throw HostOnly{expr.range, fmt::format("the function {} is used as a value", quoted(expr))};
    }

    // ---- conversions ----

    std::string type_text(ir::TypeRef type) { return ir::declare(type, "", hooks_); }

    std::optional<std::string> converted(const ir::Expr& expr, const ir::Cast& cast) {
        const auto& operand = *cast.operand;
        if (operand.type->is_array() && operand.type->is_vla())
            return flat_.pointer(operand);
        return casts_.converted(expr, cast, explicit_.contains(&expr));
    }

    std::optional<std::string> casted(const ir::Expr& expr, const ir::Cast& cast) {
        if (!cast.to->is_pointer())
            check(expr);
        return casts_.casted(expr, cast);
    }

    // ---- operators ----

    std::optional<std::string> unary_text(const ir::Unary& unary) {
        const auto& operand = *ir::strip(unary.operand.get());
        if (unary.op == ir::UnaryOp::address_of && operand.type->is_array()) {
            const auto* variable = ir::named_variable(&operand);
            const bool decayed =
                frame_.slot_text(operand) || (variable != nullptr && !frame_.is_local(*variable) &&
                                              scope_.variable(*variable, operand.range).kind == Outside::Kind::pointer);
            if (decayed) {
                const auto type = scope_.types().pointer_to(operand.type);
                return fmt::format("(({}){})", scope_.types().declare(type, "", dialect_.global), text(operand));
            }
        }
        const bool counts = unary.op >= ir::UnaryOp::pre_inc && unary.op <= ir::UnaryOp::post_dec;
        if (counts && operand.type->is_pointer() && operand.type->inner->kind == ir::TypeKind::Void &&
            !dialect_.is_opencl())
            throw HostOnly{operand.range, "it steps a pointer to void"};
        if (counts && operand.type->kind == ir::TypeKind::Bool)
            throw HostOnly{operand.range, "it counts in a _Bool"};
        return std::nullopt;
    }

    std::string size_text(const ir::SizeOf& size) {
        const auto bytes = size.align ? ir::align_of(size.of) : ir::size_of(size.of);
        if (bytes) {
            const bool named = !size.align && (size.of->is_arithmetic() || size.of->is_record());
            return named ? fmt::format("sizeof({})", type_text(size.of)) : fmt::format("{}UL", *bytes);
        }
        return fmt::format("(sizeof({}) * (unsigned long)({}))", type_text(element_below_lengths(size.of)),
                           flat_.stride(*size.of));
    }

    // The length of an array type, as a long that binds as tightly as a name.
    std::string length(const ir::Type& array) {
        if (const auto known = ir::known_length(array))
            return fmt::format("{}L", *known);
        if (frame_.function() == nullptr) {
            if (const auto* outside = scope_.length(array))
                return need(*outside);
        }
        const auto& expr = *array.vla_length;
        bool fixed = true;
        walk(expr, {}, [&](const ir::Expr& inner, const ir::Expr*) {
            const auto* variable = inner.as<ir::DeclRef>() != nullptr ? ir::named_variable(&inner) : nullptr;
            fixed = fixed && inner.as<ir::Call>() == nullptr && inner.as<ir::StatementExpr>() == nullptr &&
                    (variable == nullptr || !frame_.is_assigned(*variable));
        });
        if (!fixed)
            throw HostOnly{expr.range, fmt::format("the length {} of a row may change", quoted(expr))};
        return expr.type->kind == ir::TypeKind::Long && ir::strip(&expr)->as<ir::DeclRef>() != nullptr
                   ? text(expr)
                   : fmt::format("((long)({}))", text(expr));
    }

    // ---- initialisers ----

    // What an object of the type is initialised with, as it stands behind the equals sign.
    std::string initialiser(const ir::Expr& init, ir::TypeRef type) {
        auto record = type;
        while (record->is_array())
            record = record->inner;
        if (record->is_record() && ir::holds_pointer(record) && init.as<ir::InitList>() != nullptr)
            throw HostOnly{init.range, "it puts pointers into a struct, and a device has memory of its own"};
        if (init.as<ir::InitList>() == nullptr && !is_text_for(init, type))
            return argument(init);
        const InitialiserTexts texts{.value =
                                         [this](const ir::Expr& value, ir::TypeRef of) {
                                             const auto* binary = ir::strip(&value)->as<ir::Binary>();
                                             const bool comma = binary != nullptr && binary->op == ir::BinaryOp::comma;
                                             return comma ? "(" + casts_.value(value, of) + ")"
                                                          : casts_.value(value, of);
                                         },
                                     .member = [this](const std::string& name) { return usable_name(dialect_, name); },
                                     .nothing = dialect_.is_opencl() ? "{0}" : "{}"};
        return initialiser_text(init, type, texts);
    }

    // ---- calls ----

    std::optional<std::string> called(const ir::Expr& expr, const ir::Call& call) {
        const auto* function = ir::called_function(call);
        if (function == nullptr)
            throw HostOnly{expr.range, "a function is called through a pointer"};
        const auto* definition = ir::find_definition(scope_.context().program, function);
        if (definition == nullptr || !definition->body || !definition->in_user_file)
            return library_call(expr, call, *function);
        check(expr);
        const auto frame = frame_.callee(call, *definition);
        const auto instance = functions_.instance(scope_, frame);
        std::string list;
        for (const auto& arg : call.args)
            list += (list.empty() ? "" : ", ") + argument(*arg);
        for (const auto* outside : instance.needs)
            list += (list.empty() ? "" : ", ") + need(*outside);
        return fmt::format("{}({})", instance.name, list);
    }

    std::string library_call(const ir::Expr& expr, const ir::Call& call, const ir::FunctionDecl& function) {
        std::vector<std::string> args;
        if (device_call(dialect_.target, function.name, std::vector<std::string>(6))) {
            check_builtin(expr, call, function);
            for (const auto& arg : call.args) {
                explicit_.insert(arg.get());
                args.push_back(argument(*arg));
            }
            check(expr);
        }
        auto text =
            args.empty() && !call.args.empty() ? std::nullopt : device_call(dialect_.target, function.name, args);
        if (!text)
            throw HostOnly{expr.range, fmt::format("it calls '{}', which devices do not have", function.name)};
        if (is_approximate(function.name))
            scope_.approximates();
        return *text;
    }

    DeviceScope& scope_;
    DeviceFunctions& functions_;
    const Frame& frame_;
    const Dialect& dialect_;
    ir::PrintHooks hooks_;
    Standing standing_;
    const ir::Stmt* guarded_ = nullptr; // what is being printed behind its guard
    FlatRows flat_;
    DeviceCasts casts_;
    DevicePages pages_;
    DeviceLiterals literals_;
    std::set<const ir::Stmt*> jumped_; // declarations that cases jump past
    std::vector<const Outside*> needs_;
    std::set<const ir::VarDecl*> named_;
    std::map<const ir::VarDecl*, std::string> renamed_;
    std::set<const ir::Expr*> plain_;    // stored pointers that are not followed
    std::set<const ir::Expr*> explicit_; // whose implicit conversion must be written
};

} // namespace

DeviceBody device_body(DeviceScope& scope, DeviceFunctions& functions, const Frame& frame, int indent) {
    return BodyWriter(scope, functions, frame).write(indent);
}

} // namespace hydra::codegen
