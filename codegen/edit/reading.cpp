// See reading.h.
#include "codegen/edit/reading.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/edit/kernel_files.h"
#include "codegen/edit/loop_table.h"
#include "codegen/edit/own_lines.h"
#include "codegen/text/parts.h"
#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

constexpr std::size_t widest = 120; // columns

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool has_word(std::string_view text, std::string_view word) {
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || !in_word(text[at - 1]);
        const auto end = at + word.size();
        if (begins && (end == text.size() || !in_word(text[end])))
            return true;
    }
    return false;
}

// Where the first function stands that holds a loop or serial code with sites; the text's end: none.
std::uint32_t first_changed(const Context& context, int unit) {
    const auto file = context.program.units[static_cast<std::size_t>(unit)]->file;
    auto first = static_cast<std::uint32_t>(context.sources.file(file).text.size());
    const auto look = [&](const ir::FunctionDecl* function, int owner) {
        if (owner == unit && function->whole.file == file)
            first = std::min(first, function->whole.begin);
    };
    for (const auto& kernel : context.program.kernels)
        look(kernel.function, kernel.unit);
    for (const auto& site : context.program.sites)
        look(site.function, site.unit);
    return first;
}

// Whether the line takes a macro's name away.
bool is_undef(std::string_view line) {
    const auto at = line.find_first_not_of(" \t");
    const auto name = at == std::string_view::npos || line[at] != '#' ? at : line.find_first_not_of(" \t", at + 1);
    return name != std::string_view::npos && line.substr(name, 5) == "undef";
}

// Why the text cannot be told apart: empty where it can.
std::string reason_for_one_file(const Context& context, int unit, const std::string& stem,
                                const std::vector<std::string>& pieces) {
    const auto& tree = *context.program.units[static_cast<std::size_t>(unit)];
    const std::string_view text = context.sources.file(tree.file).text;
    for (std::size_t f = 0; f < context.sources.size(); ++f) {
        const auto& file = context.sources.file(static_cast<support::FileId>(f));
        if (!file.user)
            continue;
        const auto own = std::filesystem::path(file.path).filename().string();
        for (const char* end : {"_loops.h", "_fast.h", "_kernels.inc", "_kernels_fast.inc"})
            if (own == stem + end)
                return fmt::format("the program has a file '{}' itself", own);
    }
    if (auto why = reason_for_own_lines(context, unit, pieces); !why.empty())
        return why;
    const auto first = first_changed(context, unit);
    static const std::string kinds = "(GCC|STDC|pack|weak|push_macro|pop_macro)";
    static const std::regex changing("^[ \\t]*#[ \\t]*(pragma[ \\t]+" + kinds + "|line|\\d)|_Pragma\\s*\\(\\s*\"\\s*" +
                                         kinds,
                                     std::regex::ECMAScript | std::regex::multiline);
    static const std::regex including(R"(^[ \t]*#[ \t]*include)", std::regex::ECMAScript | std::regex::multiline);
    const std::string whole(text), behind(text.substr(first));
    if (std::regex_search(whole, changing))
        return "a #pragma or #line changes what text means behind it";
    if (std::regex_search(behind, including))
        return "an #include stands behind the first loop";
    // A macro that has been there before may be what others, of libraries or of the command line, stand for. One that
    // is new matters where a piece, or what its macros stand for, has the name.
    const auto words = words_with_macros(context, pieces);
    std::set<std::string> before, since;
    for (const auto& event : tree.macro_events) {
        if (event.range.file != tree.file || event.range.begin < first) {
            before.insert(event.name);
            continue;
        }
        const std::string_view directive = text.substr(text.rfind('\n', event.range.begin) + 1);
        const bool is_new = since.contains(event.name) || (!before.contains(event.name) && !is_undef(directive));
        if (!is_new || words.contains(event.name) || words.contains("##"))
            return fmt::format("the macro '{}' changes behind the first loop", event.name);
        since.insert(event.name);
    }
    return "";
}

std::string without_lines(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
        if (text.compare(at, 6, "#line ") != 0)
            out.append(text, at, end - at);
        at = end;
    }
    return out;
}

// Names of functions are defined for text that stands in others; where there is none, that goes.
std::string without_empty_names(const std::string& text) {
    static const std::regex defined(
        "#define __func__ \"[^\"]*\"\n#define __FUNCTION__ \"[^\"]*\"\n#define __PRETTY_FUNCTION__ \"[^\"]*\"\n"
        "(\\s*(?:struct \\w+ \\{[^{}]*\\};\\s*)*)#undef __func__\n#undef __FUNCTION__\n#undef __PRETTY_FUNCTION__\n");
    return std::regex_replace(text, defined, "$1");
}

// No more than one empty line at a time, and no blanks at the ends of lines.
std::string tidied(const std::string& text) {
    std::string out;
    int empty = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        auto last = end;
        while (last > at && (text[last - 1] == ' ' || text[last - 1] == '\t'))
            --last;
        const bool opened = out.ends_with("{\n") || out.ends_with("});\n");
        empty = last > at ? 0 : opened ? 2 : empty + 1;
        if (empty < 2)
            out.append(text, at, last - at) += '\n';
        at = end + 1;
    }
    return out;
}

// Where a comment at the line's end begins; npos: there is none.
std::size_t last_comment(const std::string& line) {
    const auto at = line.rfind("/* ");
    return line.ends_with(" */") && at != std::string::npos && at > line.find_first_not_of(' ') ? at
                                                                                                : std::string::npos;
}

// The blank of the last ", " before the widest column that is outside of literals, else of the last " ? " or " : "; 0:
// there is none.
std::size_t cut_of(const std::string& line, std::size_t indent) {
    std::size_t cut = 0, choice = 0;
    char quote = 0; // of the literal that goes on
    for (std::size_t i = indent; i < widest && i + 1 < line.size(); ++i)
        if (quote != 0 && line[i] == '\\')
            ++i;
        else if (quote != 0)
            quote = line[i] == quote ? char(0) : quote;
        else if (line[i] == '"' || line[i] == '\'')
            quote = line[i];
        else if (i > indent + 4 && line[i] == ',' && line[i + 1] == ' ')
            cut = i + 1;
        else if (i > indent + 4 && line[i] == ' ' && (line[i + 1] == '?' || line[i + 1] == ':') && line[i + 2] == ' ')
            choice = i;
    return cut != 0 ? cut : choice;
}

void put_wrapped(std::string line, std::size_t indent, std::string& out) {
    while (line.size() > widest && line[indent] != '#') {
        const auto cut = cut_of(line, indent);
        if (cut == 0)
            break;
        out += line.substr(0, cut) + "\n";
        line = std::string(indent + 4, ' ') + line.substr(cut + 1);
    }
    out += line + "\n";
}

// A statement that rank 0 runs for all begins a line of its own.
void break_after_condition(std::string& line, std::size_t indent, std::string& out) {
    const auto at = line.find(")) { ");
    if (line.size() <= widest || line.compare(indent, 18, "if (hydra_rt_alone") != 0 || at == std::string::npos)
        return;
    put_wrapped(line.substr(0, at + 4), indent, out);
    line = std::string(indent + 4, ' ') + line.substr(at + 5);
}

// Lines that are too wide are broken behind commas; those of the preprocessor stay.
std::string wrapped(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        at = end + 1;
        const auto indent = std::min(line.find_first_not_of(' '), line.size());
        if (line.size() <= widest || line.find("hydra_") == std::string::npos || line.find("//") != std::string::npos) {
            out += line + "\n"; // the user's own, or one that a break could put out of its comment
            continue;
        }
        if (const auto comment = last_comment(line); line.size() > widest && comment != std::string::npos) {
            const auto code = line.substr(0, line.find_last_not_of(' ', comment - 1) + 1);
            const auto said = line.substr(comment);
            line = code + " " + said;
            if (line.size() > widest)
                line = code;
        }
        break_after_condition(line, indent, out);
        put_wrapped(std::move(line), indent, out);
    }
    return out;
}

// In comments, files by their names; what stands in literals is what the program says.
std::string without_folders(const std::string& text, const std::string& path) {
    const auto folder = path.substr(0, path.rfind('/') + 1);
    const auto in_comment = [&](std::size_t at) {
        const auto line = text.rfind('\n', at) + 1; // npos + 1 is the text's begin
        const auto comment = text.rfind("/*", at);
        return comment != std::string::npos && comment >= line && text.find_first_of("\"'", comment) > at;
    };
    std::string out;
    std::size_t from = 0;
    for (auto at = text.find(path + ":"); !folder.empty() && at != std::string::npos;
         at = text.find(path + ":", at + 1)) {
        if (!in_comment(at))
            continue;
        out.append(text, from, at - from);
        from = at + folder.size();
    }
    return out.append(text, from);
}

// The name of the path in literals of a file that was typed with its folders from the root on.
constexpr const char* path_name = "HYDRA_FILE";

// Literals that begin with such a path, by its name.
std::string by_name(const std::string& text, const std::string& path) {
    if (!path.starts_with("/"))
        return text;
    std::string out;
    std::size_t from = 0;
    const std::string begin = "\"" + path;
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
        const auto end = at + begin.size();
        if (end >= text.size() || (text[end] != ':' && text[end] != '"') || (at > 0 && text[at - 1] == '\\'))
            continue;
        out.append(text, from, at - from) += path_name;
        out += text[end] == '"' ? "" : " \"";
        from = text[end] == '"' ? end + 1 : end;
    }
    return out.append(text, from);
}

std::string path_definition(const std::string& path) {
    return path.starts_with("/") ? fmt::format("#define {} \"{}\" /* as it was typed */\n", path_name, path) : "";
}

// Names that say what things are: relax_49_body. Those that the program has already stay as they are.
class ReadableNames {
  public:
    ReadableNames(const Context& context, int unit) {
        for (const auto& kernel : context.program.kernels)
            if (kernel.unit == unit)
                for (const auto& [what, said] : {std::pair("run_", "body"),
                                                 {"loop_", "loop"},
                                                 {"args_", "args"},
                                                 {"loop_touches_", "touches"},
                                                 {"apart_", "apart"},
                                                 {"within_", "within"},
                                                 {"boxes_", "boxes"}})
                    add(context, context.name(what + kernel.name), fmt::format("{}_{}", kernel.name, said));
        for (const auto& site : context.program.sites)
            if (site.unit == unit)
                add(context, context.name("site_" + site.name), site.name + "_code");
    }

    [[nodiscard]] std::string in(const std::string& text) const {
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            auto end = at;
            while (end < text.size() && in_word(text[end]))
                ++end;
            if (end == at) {
                out += text[at++];
                continue;
            }
            const auto word = text.substr(at, end - at);
            const auto known = names_.find(word);
            out += known == names_.end() ? word : known->second;
            at = end;
        }
        return out;
    }

  private:
    void add(const Context& context, const std::string& name, const std::string& readable) {
        for (std::size_t f = 0; f < context.sources.size(); ++f)
            if (has_word(context.sources.file(static_cast<support::FileId>(f)).text, readable))
                return;
        names_[name] = readable;
    }
    std::map<std::string, std::string> names_;
};

} // namespace

std::vector<GeneratedFile> files_for_reading(const Context& context, int unit, const std::string& name,
                                             const std::string& head, const std::string& kernels,
                                             const std::string& compiled) {
    const auto stem = std::filesystem::path(name).stem().string();
    const auto& path = context.sources.file(context.program.units[static_cast<std::size_t>(unit)]->file).path;
    const auto text = with_original_lines(compiled, path);
    const Taken loops = take_part(text, Part::loops);
    const Taken fast = take_part(loops.rest, Part::fast);
    std::vector<std::string> pieces = loops.pieces;
    pieces.insert(pieces.end(), fast.pieces.begin(), fast.pieces.end());
    if (pieces.empty())
        return {{name, head + kernels + compiled}};
    if (const auto why = reason_for_one_file(context, unit, stem, pieces); !why.empty())
        return {{name, fmt::format("/* In one file, since {}. */\n", why) + head + kernels + unmarked(compiled)}};
    const ReadableNames names(context, unit);
    const auto finished = [&](const std::string& generated) {
        return by_name(without_folders(wrapped(names.in(tidied(without_empty_names(without_lines(generated))))), path),
                       path);
    };
    const auto headers = fmt::format("\n#include \"{0}_loops.h\" /* the loops' bodies, and what they touch */\n"
                                     "#include \"{0}_fast.h\"  /* what makes them fast: not for reading */\n",
                                     stem);
    std::string bodies = fmt::format(
        "/* The parallel loops of {}: what each touches, and its body, which runs the\n"
        " * iterations from lo on, below hi. Ranges are so, too: from the first number on, below the second. */\n",
        std::filesystem::path(path).filename().string());
    std::size_t at = 0;
    for (const auto* kernel : kernels_in_text(context, unit))
        bodies += "\n" + touched_comment(context, *kernel) + (at < loops.pieces.size() ? loops.pieces[at++] : "");
    for (; at < loops.pieces.size(); ++at)
        bodies += loops.pieces[at];
    std::string rest =
        "/* Not for reading: what the runtime is told of each loop, copies of bodies for arrays that lie "
        "apart, for boxes, and for\n * one rank. */\n";
    for (const auto& piece : fast.pieces)
        rest += piece;
    std::vector<GeneratedFile> files{{name, loop_table(context, unit, stem) + path_definition(path) +
                                                finished(head + original_lines_head(text, path) + fast.rest) + headers},
                                     {stem + "_loops.h", finished(bodies)}};
    if (!kernels.empty()) {
        KernelFiles made = kernel_files(kernels, stem);
        rest = made.include + rest;
        for (auto& file : made.files)
            files.push_back({file.path, without_folders(names.in(without_lines(file.text)), path)});
    }
    files.push_back({stem + "_fast.h", finished(rest)});
    return files;
}

} // namespace hydra::codegen
