// A typedef that names a plain type is followed; one that makes a struct stands for itself.
#include "frontend/roles/types.h"

#include <set>
#include <sstream>
#include <vector>

namespace hydra::frontend::cmaps {

namespace {

// Empty where some member has no name.
std::vector<std::string> member_names(P::RecordBodyContext* body, const CmapsUnit& unit) {
    std::vector<std::string> names;
    for (auto* member : body->memberDeclaration()) {
        while (member->memberDeclaration() != nullptr)
            member = member->memberDeclaration();
        if (member->typePart() == nullptr)
            continue;
        if (member->memberDeclarator().empty())
            return {};
        for (auto* declarator : member->memberDeclarator()) {
            auto* direct = declarator->declarator() == nullptr ? nullptr : declarator->declarator()->directDeclarator();
            while (direct != nullptr && direct->n == nullptr && direct->d != nullptr)
                direct = direct->d->directDeclarator();
            if (direct != nullptr && direct->n != nullptr)
                names.push_back(unit.text(direct->n));
        }
    }
    return names;
}

// The record that a declaration defines; null: none.
P::RecordSpecifierContext* record_of(P::DeclarationContext* declaration) {
    if (declaration->specified() != nullptr)
        return declaration->specified()->typePart()->recordSpecifier();
    return nullptr;
}

} // namespace

TypeNames::TypeNames(P::TranslationUnitContext* tree, const CmapsUnit& unit) {
    for (auto* each : tree->externalDeclaration()) {
        auto* declaration = each->declaration();
        while (declaration != nullptr && declaration->declaration() != nullptr) // __extension__
            declaration = declaration->declaration();
        if (declaration != nullptr)
            if (auto* record = record_of(declaration); record != nullptr && record->recordBody() != nullptr &&
                                                       record->name() != nullptr && record->STRUCT() != nullptr)
                members_[plain("struct " + unit.text(record->name()))] = member_names(record->recordBody(), unit);
        if (declaration == nullptr || declaration->modifier().empty() ||
            declaration->modifier(0)->TYPEDEF() == nullptr || declaration->specified() == nullptr)
            continue;
        auto* specified = declaration->specified();
        auto* declarator = specified->declarator();
        if (declarator == nullptr || !declarator->pointer().empty() || declarator->directDeclarator()->n == nullptr ||
            !declarator->directDeclarator()->declaratorSuffix().empty())
            continue;
        auto* record = specified->typePart()->recordSpecifier();
        if (record != nullptr && record->recordBody() != nullptr && record->STRUCT() != nullptr)
            members_[unit.text(declarator->directDeclarator()->n) + " "] = member_names(record->recordBody(), unit);
        if (record != nullptr && (record->recordBody() != nullptr || record->name() == nullptr))
            typedefs_[unit.text(declarator->directDeclarator()->n)] =
                record->name() == nullptr
                    ? ""
                    : (record->STRUCT() != nullptr ? "struct " : "union ") + unit.text(record->name());
        else
            typedefs_[unit.text(declarator->directDeclarator()->n)] = unit.text(specified->typePart());
    }
}

std::vector<std::string> TypeNames::members(const std::string& type) const {
    const auto found = members_.find(plain(type));
    return found == members_.end() ? std::vector<std::string>{} : found->second;
}

bool TypeNames::is_integer(const std::string& type) const {
    static const std::set<std::string_view> integers{"char",   "short",    "int",   "long",
                                                     "signed", "unsigned", "_Bool", "enum"};
    std::istringstream words(plain(type));
    bool integer = false;
    for (std::string word; words >> word;) {
        if (word == "double" || word == "float" || word == "struct" || word == "union")
            return false;
        integer = integer || integers.contains(word);
    }
    return integer;
}

std::string TypeNames::plain(const std::string& type) const {
    std::istringstream words(type);
    std::multiset<std::string> kept;
    bool record = false;
    for (std::string word; words >> word;) {
        if (word == "const" || word == "volatile" || word == "restrict")
            continue;
        const auto found = record ? typedefs_.end() : typedefs_.find(word);
        record = word == "struct" || word == "union" || word == "enum";
        if (found != typedefs_.end() && !found->second.empty() && found->second != word) {
            std::istringstream more(plain(found->second));
            for (std::string each; more >> each;)
                kept.insert(each);
        } else {
            kept.insert(word);
        }
    }
    const bool sized =
        kept.contains("long") || kept.contains("short") || kept.contains("unsigned") || kept.contains("signed");
    if (sized && !kept.contains("double") && !kept.contains("char") && !kept.contains("int"))
        kept.insert("int");
    if (!kept.contains("char"))
        kept.erase("signed");
    std::string text;
    for (const auto& word : kept)
        text += word + " ";
    return text;
}

} // namespace hydra::frontend::cmaps
