// Prototypes, and the types that they name: those of the file itself are written out, those of headers come with the
// file's own #include lines.
#include "frontend/cmaps/header.h"

#include <cctype>
#include <functional>

#include <fmt/format.h>

#include "frontend/cmaps/coordination.h"
#include "frontend/roles/element.h"

namespace hydra::frontend::cmaps {

namespace {

std::set<std::string> words_of(std::string_view text) {
    std::set<std::string> words;
    std::string word;
    for (const char c : std::string(text) + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            word += c;
        } else if (!word.empty()) {
            words.insert(std::move(word));
            word.clear();
        }
    }
    return words;
}

// Declarations of types, by the names that they declare.
struct TypeDeclaration {
    std::set<std::string> names;
    std::string text;
    bool wanted = false;
};

std::vector<TypeDeclaration> types_of(P::TranslationUnitContext* tree, const CmapsUnit& unit, support::FileId file) {
    std::vector<TypeDeclaration> list;
    for (auto* each : tree->externalDeclaration()) {
        auto* declaration = each->declaration();
        if (declaration == nullptr || unit.range(declaration).file != file)
            continue;
        const auto text = unit.text(declaration);
        const bool makes_type = text.starts_with("typedef ") || text.starts_with("struct ") ||
                                text.starts_with("enum ") || text.starts_with("union ");
        if (!makes_type || !text.ends_with(";"))
            continue;
        TypeDeclaration made{{}, text, false};
        const std::function<void(antlr4::tree::ParseTree*)> visit = [&](antlr4::tree::ParseTree* node) {
            if (auto* direct = dynamic_cast<P::DirectDeclaratorContext*>(node);
                direct != nullptr && direct->n != nullptr)
                made.names.insert(unit.text(direct->n));
            if (auto* record = dynamic_cast<P::RecordSpecifierContext*>(node);
                record != nullptr && record->name() != nullptr && record->recordBody() != nullptr)
                made.names.insert(unit.text(record->name()));
            auto* constants = dynamic_cast<P::EnumSpecifierContext*>(node);
            if (constants != nullptr && constants->enumBody() != nullptr) {
                if (constants->name() != nullptr)
                    made.names.insert(unit.text(constants->name()));
                for (auto* constant : constants->enumBody()->enumerator())
                    made.names.insert(unit.text(constant->name()));
            }
            if (dynamic_cast<P::RecordBodyContext*>(node) == nullptr)
                for (auto* child : node->children)
                    visit(child);
        };
        visit(declaration);
        list.push_back(std::move(made));
    }
    return list;
}

std::string include_lines(std::string_view text) {
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const auto line = text.substr(at, end - at);
        const auto first = line.find_first_not_of(" \t");
        if (first != std::string_view::npos && line[first] == '#' &&
            line.substr(line.find_first_not_of(" \t", first + 1)).starts_with("include"))
            lines += std::string(line) + "\n";
        at = end + 1;
    }
    return lines;
}

} // namespace

std::string header_text(P::TranslationUnitContext* tree, CmapsUnit& unit, const std::string& path,
                        std::string_view text) {
    std::string prototypes;
    support::FileId file = support::FileId::none;
    std::set<std::string> declared;
    for (auto* each : tree->externalDeclaration()) {
        if (each->roleFunction() == nullptr)
            continue;
        const auto function = unit.read(each->roleFunction());
        file = function.range.file;
        if (function.is_static || !declared.insert(function.name).second)
            continue;
        prototypes +=
            (function.is_coordination ? c_heading(function, unit) : element_heading(function, unit, function.name))
                .text() +
            ";\n";
    }
    auto types = types_of(tree, unit, file);
    auto names = words_of(prototypes);
    for (std::size_t round = 0; round <= types.size(); ++round) {
        for (auto& type : types) {
            for (const auto& name : type.names)
                type.wanted = type.wanted || names.contains(name);
            if (type.wanted)
                names.merge(words_of(type.text));
        }
    }
    std::string guard = "HYDRA_CMAPS_";
    for (const char c : path.substr(path.rfind('/') + 1))
        guard += std::isalnum(static_cast<unsigned char>(c)) != 0 ? static_cast<char>(std::toupper(c)) : '_';
    std::string out = fmt::format("#ifndef {0}\n#define {0}\n#include <hydra.h>\n{1}", guard, include_lines(text));
    for (const auto& type : types)
        out += type.wanted ? type.text + "\n" : "";
    return out + prototypes + "#endif\n";
}

} // namespace hydra::frontend::cmaps
