// A cursor walks the object's innermost elements in order, so that every value meets the type of what it initializes.
#include "frontend/sema/build_initializers.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build_expressions.h"

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

namespace {

bool is_aggregate(TypeRef type) {
    return type->is_array() || type->kind == TypeKind::Vector || (type->is_record() && type->tag->complete);
}

bool skipped(const ir::Field& field) { return field.name.empty() && field.bit_width.has_value(); }

// Number of elements that an initializer without designators fills.
std::int64_t count_of(TypeRef type) {
    if (type->is_array() || type->kind == TypeKind::Vector)
        return type->length >= 0 ? type->length : std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(type->tag->fields.size());
}

bool is_text_for(const ir::Expr& value, TypeRef type) {
    return type->is_array() && value.as<ir::StringLit>() != nullptr && type->inner->is_integer() &&
           ir::size_of(type->inner) == ir::size_of(value.type->inner);
}

} // namespace

struct InitializerBuilder::Cursor {
    struct Level {
        TypeRef type;
        std::int64_t index = 0;
    };
    std::vector<Level> levels;
    std::int64_t extent = 0; // elements of the outermost level that have been reached

    [[nodiscard]] bool full() const { return levels.back().index >= count_of(levels.back().type); }
    void enter(TypeRef type) {
        levels.push_back({type, 0});
        skip();
    }
    void skip() {
        Level& top = levels.back();
        while (top.type->is_record() && !full() && skipped(top.type->tag->fields[static_cast<std::size_t>(top.index)]))
            ++top.index;
    }
    // The type of the element that comes next; null behind the last.
    [[nodiscard]] TypeRef element() const {
        const Level& top = levels.back();
        if (full())
            return nullptr;
        return top.type->is_record() ? top.type->tag->fields[static_cast<std::size_t>(top.index)].type
                                     : top.type->inner;
    }
    void touch() { extent = std::max(extent, levels.front().index + 1); }
    void next() {
        for (;;) {
            Level& top = levels.back();
            top.index = top.type->kind == TypeKind::Union ? count_of(top.type) : top.index + 1;
            skip();
            if (levels.size() == 1 || !full())
                return;
            levels.pop_back();
        }
    }
};

ir::ExprPtr InitializerBuilder::initializer(P::InitializerContext* context, TypeRef& type) {
    if (context->bracedList() != nullptr)
        return std::move(braced(context->bracedList(), type).expr);
    Value value = expressions_.assignment(context->assignment());
    if (type->kind == TypeKind::Error) {
        values_.rvalue(value);
        type = value.expr->type->unqualified; // __auto_type
        return std::move(value.expr);
    }
    if (is_text_for(*value.expr, type)) {
        if (type->length < 0 && type->vla_length == nullptr)
            type = context_.unit.types.array_of(type->inner, value.expr->type->length);
        return std::move(value.expr);
    }
    if (type->is_array()) {
        if (!is_error(value) && !value.expr->type->is_array())
            context_.error(value, "invalid initializer");
        else if (!is_error(value) && type->length < 0)
            type = context_.unit.types.array_of(type->inner, value.expr->type->length);
        return std::move(value.expr);
    }
    values_.convert_for(value, type, "initializing");
    return std::move(value.expr);
}

void InitializerBuilder::designate(const std::vector<P::DesignatorContext*>& designators, Cursor& cursor,
                                   ir::InitItem& item) {
    cursor.levels.resize(1);
    for (std::size_t i = 0; i < designators.size(); ++i) {
        auto* one = designators[i];
        if (i > 0) {
            TypeRef inner = cursor.element();
            if (inner == nullptr || !is_aggregate(inner))
                return context_.error(one, "a designator stands where no array or structure is initialized");
            cursor.enter(inner);
        }
        TypeRef type = cursor.levels.back().type;
        ir::Designator made;
        if (one->name() != nullptr) {
            std::string_view name = context_.text(one->name()->getStart());
            made.field = std::string(name);
            std::vector<int> path;
            TypeRef field = nullptr;
            if (!type->is_record() || !find_field(type, name, path, field))
                return context_.error(
                    one->name(), type->is_record() ? fmt::format("'{}' has no member named '{}'", quoted(type), name)
                                                   : std::string("field name not in record or union initializer"));
            cursor.levels.back().index = path[0];
            for (std::size_t step = 1; step < path.size(); ++step) {
                cursor.enter(cursor.element());
                cursor.levels.back().index = path[step];
            }
        } else {
            if (!type->is_array() && type->kind != TypeKind::Vector)
                return context_.error(one, "array index in non-array initializer");
            auto bound = [&](P::AssignmentContext* context, ir::ExprPtr& into) {
                Value value = expressions_.assignment(context);
                values_.rvalue(value);
                auto at = ir::constant_value(*value.expr);
                if (!at && !is_error(value))
                    context_.error(value, "array index in initializer is not an integer constant");
                else if (at && (*at < 0 || *at >= count_of(type)))
                    context_.error(value, "array index in initializer exceeds array bounds");
                into = std::move(value.expr);
                return std::min(std::max<std::int64_t>(at.value_or(0), 0), count_of(type));
            };
            cursor.levels.back().index = bound(one->assignment(0), made.index);
            if (one->assignment().size() > 1)
                cursor.levels.back().index = bound(one->assignment(1), made.index_end);
        }
        item.designators.push_back(std::move(made));
    }
}

Value InitializerBuilder::element(P::InitializerContext* context, Cursor& cursor) {
    TypeRef type = cursor.element();
    cursor.touch();
    if (context->bracedList() != nullptr) {
        // Excess elements are the native compiler's warning.
        TypeRef own = type != nullptr ? type : context_.basic(TypeKind::Error);
        return braced(context->bracedList(), own);
    }
    Value value = expressions_.assignment(context->assignment());
    while (type != nullptr && is_aggregate(type) && !is_text_for(*value.expr, type)) {
        TypeRef given = value.expr->type;
        bool whole = (type->is_record() && given->is_record() && given->tag == type->tag) ||
                     (type->kind == TypeKind::Vector && given->kind == TypeKind::Vector);
        if (whole || count_of(type) == 0 || is_error(value))
            break;
        cursor.enter(type);
        type = cursor.element();
    }
    if (type == nullptr || is_text_for(*value.expr, type) || type->kind == TypeKind::Error)
        return value;
    values_.convert_for(value, type, "initializing");
    return value;
}

Value InitializerBuilder::braced(P::BracedListContext* context, TypeRef& type) {
    ir::InitList list;
    int height = 1;
    std::size_t begin = begin_of(context), end = end_of(context);
    Cursor cursor;
    bool aggregate = is_aggregate(type);
    if (aggregate)
        cursor.enter(type->unqualified);
    for (auto* one : context->initializerItem()) {
        ir::InitItem item;
        TypeRef own = type;
        Value value;
        if (!aggregate) {
            // A scalar in braces, or something that has been reported.
            auto* inner = one->initializer();
            if (inner->bracedList() != nullptr)
                value = braced(inner->bracedList(), own);
            else {
                value = expressions_.assignment(inner->assignment());
                if (type->kind != TypeKind::Error && list.items.empty())
                    values_.convert_for(value, type, "initializing");
            }
        } else {
            if (one->name() != nullptr) { // the old `field: value`
                std::vector<int> path;
                TypeRef field = nullptr;
                cursor.levels.resize(1);
                if (type->is_record() && find_field(type, context_.text(one->name()->getStart()), path, field))
                    cursor.levels.back().index = path[0];
                ir::Designator made;
                made.field = std::string(context_.text(one->name()->getStart()));
                item.designators.push_back(std::move(made));
            } else if (!one->designator().empty())
                designate(one->designator(), cursor, item);
            // `char s[] = {"text"}`
            bool lone = list.items.empty() && type->is_array() && one->designator().empty() &&
                        context->initializerItem().size() == 1;
            if (lone && one->initializer()->bracedList() == nullptr) {
                value = expressions_.assignment(one->initializer()->assignment());
                if (is_text_for(*value.expr, type))
                    cursor.extent = value.expr->type->length;
                else {
                    value = Value{};
                    lone = false;
                }
            } else
                lone = false;
            if (!lone) {
                value = element(one->initializer(), cursor);
                cursor.next();
            }
        }
        height = std::max(height, value.height);
        item.value = std::move(value.expr);
        list.items.push_back(std::move(item));
    }
    if (type->is_array() && type->length < 0 && type->vla_length == nullptr)
        type = context_.unit.types.array_of(type->inner, cursor.extent);
    return values_.make(type, begin, end, height + 1, std::move(list));
}

} // namespace hydra::frontend
