// See opaque_types.h. Files may give one name to different structs, so a definition counts only if the file that has it
// also defines a function or variable that the other declares with the type: then C demands that both mean the same.
// What cannot be said in the other file (it has another type of a name, or macros of members' names) stays unknown.
#include "passes/facts/opaque_types.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace hydra::passes {

namespace {

using ir::TagDecl;
using ir::TypeKind;
using ir::TypeRef;

bool is_known(const TagDecl& tag) { return tag.file_scope && !tag.name.empty(); }

// The unit's own struct, union or enum of a name; null: it has none.
const TagDecl* find_tag(const ir::TranslationUnit& unit, const TagDecl& like) {
    const auto& tags = unit.types.tags();
    const auto found = std::find_if(tags.begin(), tags.end(),
                                    [&](const TagDecl& tag) { return is_known(tag) && tag.name == like.name; });
    return found != tags.end() ? &*found : nullptr;
}

bool same_layout(const TagDecl& a, const TagDecl& b) {
    return a.kind == b.kind && a.size == b.size && a.align == b.align &&
           std::equal(
               a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
               [](const ir::Field& x, const ir::Field& y) {
                   return x.name == y.name && x.offset == y.offset && x.bit_width == y.bit_width;
               });
}

// Whether a declaration of this type is one about the tag.
bool mentions(TypeRef type, const TagDecl& tag) {
    while (type->is_pointer() || type->is_array())
        type = type->inner;
    if (type->is_function())
        return mentions(type->inner, tag) || std::any_of(type->params.begin(), type->params.end(),
                                                         [&](TypeRef param) { return mentions(param, tag); });
    return type->tag == &tag;
}

// Whether some function or variable that `user` declares with the type is defined by `owner`.
bool share_it(const ir::TranslationUnit& user, const ir::TranslationUnit& owner, const TagDecl& tag) {
    const auto defined_function = [&](const std::string& name) {
        return std::any_of(
            owner.functions.begin(), owner.functions.end(),
            [&](const ir::FunctionDecl& function) {
                return function.body && function.storage != ir::Storage::static_ && function.name == name;
            });
    };
    const auto defined_variable = [&](const std::string& name) {
        return std::any_of(
            owner.globals.begin(), owner.globals.end(),
            [&](const ir::VarDecl& variable) {
                return variable.storage == ir::Storage::automatic && variable.file_scope && variable.name == name;
            });
    };
    return std::any_of(user.functions.begin(), user.functions.end(),
                       [&](const ir::FunctionDecl& function) {
                           return !function.body && mentions(function.type, tag) && defined_function(function.name);
                       }) ||
           std::any_of(user.globals.begin(), user.globals.end(), [&](const ir::VarDecl& variable) {
               return variable.storage == ir::Storage::extern_ && mentions(variable.type, tag) &&
                      defined_variable(variable.name);
           });
}

// Says in one unit's types what another unit's say.
class Borrower {
  public:
    Borrower(ir::TranslationUnit& user, int owner_number) : user_(user), number_(owner_number) {
        for (const auto& event : user.macro_events)
            macros_.insert(event.name);
    }

    // True, and what was borrowed stands in finish(), where all of it can be said.
    bool borrow(const TagDecl& own, const TagDecl& definition) {
        names_[&definition] = &own;
        return define(own, definition);
    }
    void finish() {
        for (auto& [tag, definition] : definitions_)
            user_.types.complete(*tag, std::move(definition));
    }

  private:
    bool define(const TagDecl& own, const TagDecl& definition) {
        TagDecl copy = definition;
        copy.name = own.name;
        copy.outside = own.outside;
        copy.range = own.range;
        copy.body = {};
        copy.borrowed = true;
        for (ir::Field& field : copy.fields) {
            field.type = said(field.type);
            if (field.type == nullptr || macros_.contains(field.name))
                return false;
        }
        definitions_.emplace_back(&own, std::move(copy));
        return true;
    }

    // The type in the words of the user's unit; null: it has none.
    TypeRef said(TypeRef type) {
        if (type->quals != ir::Qualifiers{}) {
            const TypeRef plain = said(type->unqualified);
            return plain != nullptr ? user_.types.qualified(plain, type->quals) : nullptr;
        }
        switch (type->kind) {
        case TypeKind::Pointer:
        case TypeKind::Array: {
            const TypeRef inner = type->vla_length == nullptr ? said(type->inner) : nullptr;
            return inner == nullptr     ? nullptr
                   : type->is_pointer() ? user_.types.pointer_to(inner)
                                        : user_.types.array_of(inner, type->length);
        }
        case TypeKind::Function: {
            std::vector<TypeRef> params;
            for (const TypeRef param : type->params)
                params.push_back(said(param));
            const TypeRef result = said(type->inner);
            if (result == nullptr || std::find(params.begin(), params.end(), nullptr) != params.end())
                return nullptr;
            return user_.types.function(result, std::move(params), type->variadic, type->unprototyped);
        }
        case TypeKind::Struct:
        case TypeKind::Union:
        case TypeKind::Enum:
            return said_tag(*type->tag);
        case TypeKind::Vector:
        case TypeKind::Error:
            return nullptr;
        default:
            return user_.types.basic(type->kind);
        }
    }

    TypeRef said_tag(const TagDecl& tag) {
        if (const auto known = names_.find(&tag); known != names_.end())
            return user_.types.tagged(known->second);
        const TagDecl* own = is_known(tag) ? find_tag(user_, tag) : nullptr;
        if (own != nullptr && own->complete)
            return own->kind == tag.kind && same_layout(*own, tag) ? user_.types.tagged(own) : nullptr;
        if (tag.kind == TypeKind::Enum) // its constants are the other file's
            return user_.types.basic(tag.size > 4    ? tag.is_signed ? TypeKind::Long : TypeKind::ULong
                                     : tag.size < 4  ? TypeKind::Error
                                     : tag.is_signed ? TypeKind::Int
                                                     : TypeKind::UInt);
        if (own == nullptr) {
            TagDecl* made = user_.types.new_tag();
            made->kind = tag.kind;
            made->name = is_known(tag) ? tag.name : "";
            if (made->name.empty())
                made->outside = fmt::format("hydra_type_{}_{}", number_, names_.size());
            own = made;
        }
        names_[&tag] = own;
        if (tag.complete && !define(*own, tag))
            return nullptr;
        return user_.types.tagged(own);
    }

    ir::TranslationUnit& user_;
    int number_;
    std::set<std::string> macros_;
    std::map<const TagDecl*, const TagDecl*> names_; // by the owner's
    std::vector<std::pair<const TagDecl*, TagDecl>> definitions_;
};

} // namespace

void complete_opaque_types(ir::Program& program) {
    for (const auto& user : program.units) {
        std::vector<const TagDecl*> opaque;
        for (const TagDecl& tag : user->types.tags())
            if (!tag.complete && is_known(tag) && tag.kind != TypeKind::Enum)
                opaque.push_back(&tag);
        for (const TagDecl* tag : opaque)
            for (std::size_t u = 0; u < program.units.size() && !tag->complete; ++u) {
                const ir::TranslationUnit& owner = *program.units[u];
                const TagDecl* definition = &owner != user.get() ? find_tag(owner, *tag) : nullptr;
                // What another file borrowed is not its to give.
                if (definition == nullptr || !definition->complete || definition->borrowed ||
                    definition->kind != tag->kind || !share_it(*user, owner, *tag))
                    continue;
                Borrower borrower(*user, static_cast<int>(u));
                if (borrower.borrow(*tag, *definition))
                    borrower.finish();
            }
    }
}

} // namespace hydra::passes
