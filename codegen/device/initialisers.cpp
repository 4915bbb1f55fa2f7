// The list is laid out over the object as C lays it out (C11 6.7.9): a cursor goes through the elements in order,
// enters what has no braces of its own, and is set by designators; a later value for an element takes the earlier one's
// place.
#include "codegen/device/initialisers.h"

#include <map>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "codegen/device/device_types.h"

namespace hydra::codegen {

namespace {

bool is_aggregate(ir::TypeRef type) { return type->is_array() || type->is_record(); }

std::int64_t count_of(ir::TypeRef type) {
    return type->is_array() ? type->length : static_cast<std::int64_t>(type->tag->fields.size());
}

ir::TypeRef part_of(ir::TypeRef type, std::int64_t index) {
    return type->is_array() ? type->inner : type->tag->fields[static_cast<std::size_t>(index)].type;
}

// What the elements of an object are initialised with.
struct Filled {
    const ir::Expr* whole = nullptr; // one value for all of it; else the parts' own
    std::map<std::int64_t, Filled> parts;
};

class Cursor {
  public:
    Cursor(Filled& filled, ir::TypeRef type, const support::SourceRange& at) : at_(at) {
        levels_.push_back({&filled, type, 0});
    }

    [[nodiscard]] bool full() const { return levels_.back().index >= count_of(levels_.back().type); }
    [[nodiscard]] ir::TypeRef type() const { return part_of(levels_.back().type, levels_.back().index); }
    // Where the next element's value goes; what was there does not count any more.
    Filled& place() {
        const auto& level = levels_.back();
        if (level.type->kind == ir::TypeKind::Union && !level.filled->parts.contains(level.index))
            level.filled->parts.clear();
        return level.filled->parts[level.index];
    }
    void enter() {
        auto& inner = place();
        if (inner.whole != nullptr || count_of(type()) == 0)
            throw HostOnly{at_, "an initialiser changes a part of what it has set before"};
        levels_.push_back({&inner, type(), 0});
    }
    void next() {
        auto& level = levels_.back();
        level.index = level.type->kind == ir::TypeKind::Union ? count_of(level.type) : level.index + 1;
        if (levels_.size() > 1 && full()) {
            levels_.pop_back();
            next();
        }
    }
    void designate(const std::vector<ir::Designator>& designators) {
        levels_.resize(1);
        for (std::size_t index = 0; index < designators.size(); ++index) {
            if (index > 0)
                enter();
            const auto& one = designators[index];
            if (one.field)
                find(*one.field);
            else if (one.index_end)
                throw HostOnly{at_, "an initialiser names a range of elements"};
            else
                levels_.back().index = ir::constant_value(*one.index).value_or(0);
        }
    }

  private:
    struct Level {
        Filled* filled;
        ir::TypeRef type;
        std::int64_t index;
    };

    // Sets the cursor to the member, inside of nameless ones too.
    bool find(const std::string& name) {
        const auto& fields = levels_.back().type->tag->fields;
        for (std::size_t index = 0; index < fields.size(); ++index) {
            levels_.back().index = static_cast<std::int64_t>(index);
            if (fields[index].name == name)
                return true;
            if (!fields[index].name.empty() || !fields[index].type->is_record())
                continue;
            if (holds(fields[index].type, name)) {
                enter();
                return find(name);
            }
        }
        return false;
    }
    static bool holds(ir::TypeRef record, const std::string& name) {
        for (const auto& field : record->tag->fields)
            if (field.name == name || (field.name.empty() && field.type->is_record() && holds(field.type, name)))
                return true;
        return false;
    }

    const support::SourceRange& at_;
    std::vector<Level> levels_;
};

void lay_out(Filled& filled, const ir::Expr& init, ir::TypeRef type);

void lay_out_list(Filled& filled, const ir::InitList& list, ir::TypeRef type, const support::SourceRange& at) {
    Cursor cursor(filled, type, at);
    for (const auto& item : list.items) {
        if (!item.designators.empty())
            cursor.designate(item.designators);
        if (cursor.full())
            continue; // one too many: it is evaluated nowhere
        const auto& value = *item.value;
        const auto given = ir::strip(&value)->type;
        const bool braced = value.as<ir::InitList>() != nullptr;
        while (!braced && is_aggregate(cursor.type()) && !is_text_for(value, cursor.type()) &&
               !(cursor.type()->is_record() && given->is_record() && given->tag == cursor.type()->tag))
            cursor.enter();
        auto& place = cursor.place();
        place = {};
        lay_out(place, value, cursor.type());
        cursor.next();
    }
}

void lay_out(Filled& filled, const ir::Expr& init, ir::TypeRef type) {
    const auto* list = init.as<ir::InitList>();
    if (list == nullptr)
        filled.whole = &init;
    else if (list->items.size() == 1 &&
             (!is_aggregate(type) || (list->items[0].designators.empty() && is_text_for(*list->items[0].value, type))))
        lay_out(filled, *list->items[0].value, type);
    else if (is_aggregate(type))
        lay_out_list(filled, *list, type, init.range);
}

class Printer {
  public:
    Printer(const InitialiserTexts& texts, const support::SourceRange& at) : texts_(texts), at_(at) {}

    [[nodiscard]] std::string print(const Filled& filled, ir::TypeRef type) const {
        if (filled.whole != nullptr) {
            return is_text_for(*filled.whole, type) ? characters(*filled.whole, type)
                                                    : texts_.value(*filled.whole, type);
        }
        if (filled.parts.empty())
            return is_aggregate(type) ? texts_.nothing : "0";
        if (type->kind == ir::TypeKind::Union)
            return member_of_union(filled, type);
        std::string text;
        std::int64_t next = 0;
        for (const auto& [index, part] : filled.parts) {
            for (; next < index; ++next)
                text += print({}, part_of(type, next)) + ", ";
            text += print(part, part_of(type, index)) + ", ";
            next = index + 1;
        }
        return "{" + text.substr(0, text.size() - 2) + "}";
    }

  private:
    [[nodiscard]] std::string member_of_union(const Filled& filled, ir::TypeRef type) const {
        const auto& [index, part] = *filled.parts.rbegin();
        const auto& field = type->tag->fields[static_cast<std::size_t>(index)];
        if (index > 0 && field.name.empty())
            throw HostOnly{at_, "an initialiser names a part of a union's member without a name"};
        return fmt::format("{{{}{}}}", index > 0 ? "." + texts_.member(field.name) + " = " : "",
                           print(part, field.type));
    }

    // No more of them than the array has: C leaves the last zero out where there is no room for it.
    [[nodiscard]] static std::string characters(const ir::Expr& text, ir::TypeRef type) {
        const auto& bytes = ir::strip(&text)->as<ir::StringLit>()->bytes;
        const bool is_signed = !type->inner->is_unsigned();
        std::string list;
        for (std::size_t at = 0; at < bytes.size() && static_cast<std::int64_t>(at) < type->length; ++at) {
            const auto byte = static_cast<unsigned char>(bytes[at]);
            list += fmt::format("{}{}", list.empty() ? "" : ", ",
                                is_signed ? static_cast<int>(static_cast<signed char>(byte)) : static_cast<int>(byte));
        }
        return "{" + (list.empty() ? "0" : list) + "}";
    }

    const InitialiserTexts& texts_;
    const support::SourceRange& at_;
};

} // namespace

bool is_text_for(const ir::Expr& value, ir::TypeRef type) {
    return type->is_array() && ir::strip(&value)->as<ir::StringLit>() != nullptr && type->inner->is_integer() &&
           ir::size_of(type->inner) == 1;
}

std::string initialiser_text(const ir::Expr& init, ir::TypeRef type, const InitialiserTexts& texts) {
    Filled filled;
    lay_out(filled, init, type);
    return Printer(texts, init.range).print(filled, type);
}

} // namespace hydra::codegen
