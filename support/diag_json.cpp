// Diagnostics as one JSON document for other programs: the array that gcc prints under -fdiagnostics-format=json, and
// SARIF 2.1.0 (OASIS standard), which editors and CI services read. Columns count from 1: bytes in the former, as in
// the text form, characters in the latter.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/diag.h"
#include "support/rules.h"

namespace hydra::support {

namespace {

using Json = nlohmann::ordered_json;

const char* word(Severity severity) {
    static constexpr const char* words[] = {"note", "warning", "error"};
    return words[static_cast<std::size_t>(severity)];
}

// First and last byte of a range, as lines and columns. An empty range has one place.
struct Extent {
    LineColumn first, last;
};

Extent extent(const SourceManager& sources, const SourceRange& range) {
    const auto last = range.end > range.begin ? range.end - 1 : range.begin;
    return {sources.position(range.file, range.begin), sources.position(range.file, last)};
}

Json place(const SourceManager& sources, const SourceRange& range, const LineColumn& at) {
    return {{"file", sources.file(range.file).path},
            {"line", at.line},
            {"display-column", at.column},
            {"byte-column", at.column},
            {"column", at.column}};
}

Json locations(const SourceManager& sources, const SourceRange& where) {
    const auto range = sources.origin(where);
    if (!range.valid())
        return Json::array();
    const auto [first, last] = extent(sources, range);
    return Json::array({{{"caret", place(sources, range, first)}, {"finish", place(sources, range, last)}}});
}

Json gcc_entry(const SourceManager& sources, const SourceRange& range, Severity severity, const std::string& message,
               const std::string& name) {
    Json entry{{"kind", word(severity)}, {"message", message}};
    if (!name.empty())
        entry["option"] = name;
    entry["locations"] = locations(sources, range);
    return entry;
}

// A path as a URI reference: what may not stand in one is written %XX.
std::string uri(const std::string& path) {
    static constexpr std::string_view kept = "/-._~:+@,()!$&*;=";
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        if (plain || kept.find(c) != std::string_view::npos)
            text += c;
        else
            text += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
    return text;
}

// The column in characters: SARIF does not count bytes.
std::size_t characters(const SourceManager& sources, const SourceRange& range, const LineColumn& at) {
    const auto before = sources.line_text(range.file, at.line).substr(0, at.column);
    return static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; // no continuation byte of UTF-8
    }));
}

// A place in the text, as SARIF counts characters; behind the line's last one, too.
Json sarif_edge(const SourceManager& sources, FileId file, std::uint32_t offset, const char* line, const char* column) {
    const auto at = sources.position(file, offset);
    const auto before = at.column == 1 ? 0 : characters(sources, {file, offset, offset}, {at.line, at.column - 1});
    return {{line, at.line}, {column, before + 1}};
}

// Empty where the text that it is about is not the user's own: macros, and what was made of other files.
Json sarif_fix(const SourceManager& sources, const Fix& fix) {
    const SourceRange& range = fix.range;
    if (!range.verbatim || sources.origin(range) != range || (fix.behind && !sources.text(range).starts_with('#')))
        return {};
    Json region = sarif_edge(sources, range.file, fix.behind ? range.end : range.begin, "startLine", "startColumn");
    region.update(sarif_edge(sources, range.file, range.end, "endLine", "endColumn"));
    return {{"description", {{"text", fmt::format("{} '{}'", fix.behind ? "add" : "write", fix.text)}}},
            {"artifactChanges",
             {{{"artifactLocation", {{"uri", uri(sources.file(range.file).path)}}},
               {"replacements",
                {{{"deletedRegion", region}, {"insertedContent", {{"text", (fix.behind ? " " : "") + fix.text}}}}}}}}}};
}

const std::string& rule_of(const Diagnostic& diagnostic) {
    return diagnostic.name.empty() ? diagnostic.rule : diagnostic.name;
}

Json sarif_location(const SourceManager& sources, const SourceRange& where) {
    const auto range = sources.origin(where);
    const auto [first, last] = extent(sources, range);
    return {{"physicalLocation",
             {{"artifactLocation", {{"uri", uri(sources.file(range.file).path)}}},
              {"region",
               {{"startLine", first.line},
                {"startColumn", characters(sources, range, first)},
                {"endLine", last.line},
                {"endColumn", characters(sources, range, last) + 1}}}}}};
}

Json sarif_result(const SourceManager& sources, const Diagnostic& diagnostic, Severity severity) {
    Json result{{"ruleId", rule_of(diagnostic)},
                {"level", word(severity)},
                {"message", {{"text", diagnostic.message}}},
                {"locations", Json::array()}};
    if (diagnostic.range.valid())
        result["locations"].push_back(sarif_location(sources, diagnostic.range));
    for (const auto& note : diagnostic.notes) {
        Json related = note.range.valid() ? sarif_location(sources, note.range) : Json::object();
        related["message"] = {{"text", note.message}};
        result["relatedLocations"].push_back(std::move(related));
    }
    for (const Fix& fix : diagnostic.fixes)
        if (auto change = sarif_fix(sources, fix); !change.empty())
            result["fixes"].push_back(std::move(change));
    return result;
}

Json sarif_rule(const std::string& name) {
    Json rule{{"id", name}};
    if (const Rule* known = rule_named(name)) {
        const std::string page = fmt::format("docs/diagnostics.md#{}", name);
        rule["shortDescription"] = {{"text", known->what}};
        rule["help"] = {{"text", fmt::format("{}. See {}.", known->what, page)},
                        {"markdown", fmt::format("{}. See [{}]({}).", known->what, name, page)}};
    }
    return rule;
}

// Messages quote the user's text, which need not be UTF-8.
std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

} // namespace

std::string Diagnostics::render_json() const {
    Json list = Json::array();
    for (const auto& [diagnostic, severity] : shown()) {
        auto entry = gcc_entry(sources_, diagnostic->range, severity, diagnostic->message, diagnostic->name);
        entry["children"] = Json::array();
        for (const auto& note : diagnostic->notes)
            entry["children"].push_back(gcc_entry(sources_, note.range, Severity::note, note.message, ""));
        list.push_back(std::move(entry));
    }
    return text_of(list);
}

std::string Diagnostics::render_sarif(const std::string& version) const {
    Json results = Json::array();
    std::set<std::string> names;
    for (const auto& [diagnostic, severity] : shown()) {
        results.push_back(sarif_result(sources_, *diagnostic, severity));
        names.insert(rule_of(*diagnostic));
    }
    Json rules = Json::array();
    for (const auto& name : names)
        rules.push_back(sarif_rule(name));
    const Json run{{"tool", {{"driver", {{"name", "hydracc"}, {"version", version}, {"rules", rules}}}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"results", results}};
    return text_of({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}});
}

} // namespace hydra::support
