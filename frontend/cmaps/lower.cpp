// The file is parsed as it is after preprocessing; what is replaced is found again in the file itself.
#include "frontend/cmaps/lower.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "frontend/cmaps/coordination.h"
#include "frontend/cmaps/header.h"
#include "frontend/parse/syntax_errors.h"
#include "frontend/roles/element.h"
#include "frontend/roles/types.h"
#include "frontend/roles/unit.h"
#include "frontend/roles/words.h"

namespace hydra::frontend::cmaps {

namespace {

// HydraC's rule for each of this grammar's, by name; what is new is like what it stands beside.
std::vector<std::size_t> like_hydra_c(const P& parser, const std::vector<std::string>& hydra_c) {
    std::vector<std::size_t> result;
    for (const auto& name : parser.getRuleNames()) {
        const std::string_view like = name == "coordinationBody"        ? "functionBody"
                                      : name == "coordinationBlock"     ? "compound"
                                      : name == "coordinationStatement" ? "blockItem"
                                      : name == "roleList"              ? "parameterSuffix"
                                                                        : std::string_view(name);
        const auto at = std::find(hydra_c.begin(), hydra_c.end(), like);
        result.push_back(static_cast<std::size_t>(at - hydra_c.begin()));
    }
    return result;
}

class FileLowering {
  public:
    FileLowering(const Preprocessed& input, const PositionMap& positions, const support::SourceManager& sources,
                 support::Diagnostics& diagnostics)
        : input_(input), positions_(positions), sources_(sources), diagnostics_(diagnostics),
          tokens_(input.text, names_), parser_(&tokens_), unit_(tokens_, input, positions, sources, diagnostics) {}

    std::optional<LoweredFile> run() {
        auto* tree = parse();
        if (tree == nullptr)
            return std::nullopt;
        unit_.collect(tree);
        unit_.know_types(std::make_unique<TypeNames>(tree, unit_));
        const auto before = diagnostics_.has_errors();
        auto result = before ? std::nullopt : std::optional(rewrite(tree));
        return diagnostics_.has_errors() ? std::nullopt : result;
    }

  private:
    P::TranslationUnitContext* parse();

    LoweredFile rewrite(P::TranslationUnitContext* tree) {
        for (auto* each : tree->externalDeclaration())
            if (each->roleFunction() != nullptr)
                note_function(each->roleFunction());
        note_includes();
        Code out = "#include <hydra_cmaps.h>\n";
        write_file(input_.file, out);
        const auto& file = sources_.file(input_.file);
        return {out.text(), out.origins(), header_text(tree, unit_, file.path, file.text), std::move(calls_)};
    }

    // What is replaced in a file: a function with roles, or an #include line by the file that it names.
    struct Replaced {
        std::uint32_t begin = 0, end = 0;
        P::RoleFunctionContext* function = nullptr;
        support::FileId file = support::FileId::none;
    };

    void note_function(P::RoleFunctionContext* context) {
        const auto range = unit_.range(context);
        if (!range.verbatim || !positions_.in_user_file(context->getStart()->getStartIndex()))
            unit_.error(range, "not in this version: a function with roles that a macro makes");
        else
            replaced_[range.file].push_back({range.begin, range.end, context, support::FileId::none});
    }

    // Headers that hold functions with roles, or include such, are written out in place.
    void note_includes() {
        for (bool grown = true; grown;) {
            grown = false;
            for (const auto& include : positions_.includes()) {
                if (!replaced_.contains(include.file) || !inlined_.insert(include.file).second)
                    continue;
                const auto begin = sources_.line_start(include.by, include.line);
                const auto end = sources_.line_start(include.by, include.line + 1);
                replaced_[include.by].push_back({begin, end > begin ? end - 1 : end, nullptr, include.file});
                grown = true;
            }
        }
    }

    // Of a header that is written out in place: what keeps it from being read twice; and where it is included again.
    [[nodiscard]] bool is_needless(std::string_view line, support::FileId id) const {
        if (line.find('#') == std::string_view::npos)
            return false;
        if (line.find("pragma") != std::string_view::npos && line.find("once") != std::string_view::npos)
            return id != input_.file;
        return line.find("include") != std::string_view::npos &&
               std::any_of(inlined_.begin(), inlined_.end(), [&](support::FileId file) {
                   const auto& path = sources_.file(file).path;
                   const auto name = path.substr(path.rfind('/') + 1) + "\"";
                   const auto at = line.find(name);
                   return at != std::string_view::npos && at > 0 && (line[at - 1] == '"' || line[at - 1] == '/');
               });
    }

    void write_file(support::FileId id, Code& out) {
        const std::string_view text = sources_.file(id).text;
        auto& list = replaced_[id];
        std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
        std::uint32_t done = 0;
        const auto copy_to = [&](std::uint32_t end) {
            out += line_mark(id, done, out);
            while (done < end) {
                const auto stop = static_cast<std::uint32_t>(std::min<std::size_t>(text.find('\n', done), end));
                const auto next = std::min(stop + 1, end);
                if (is_needless(text.substr(done, stop - done), id))
                    out += "\n";
                else
                    out.copy(text.substr(done, next - done), {id, done, next, false});
                done = next;
            }
        };
        for (const auto& each : list) {
            if (each.begin < done) {
                unit_.error({id, each.begin, each.end, false},
                            "not in this version: two functions with roles that share their text");
                continue;
            }
            copy_to(each.begin);
            done = each.end;
            if (each.function == nullptr) {
                ahead_.reset();
                out += "\n";
                write_file(each.file, out);
                ahead_.reset();
                continue;
            }
            const auto function = unit_.read(each.function);
            if (function.is_coordination) { // what is made counts its own lines
                calls_[function.name] = call_of(function);
                out += fmt::format("\n#line {} {}\n", out.line() + 2, quoted(input_.file, ".c"));
                ahead_.reset();
            }
            Code code = function.is_coordination ? coordination(function) : element(function);
            out += code.standing_for(function.range);
        }
        copy_to(static_cast<std::uint32_t>(text.size()));
    }

    // What follows, from `offset` on, counts its lines as in the file. The rest of a line that is blank is left out.
    [[nodiscard]] std::string line_mark(support::FileId id, std::uint32_t& offset, const Code& out) {
        const std::string_view text = sources_.file(id).text;
        const long here = out.line();
        if (ahead_ && sources_.position(id, offset).line == static_cast<std::uint32_t>(here + *ahead_))
            return "";
        const auto end = text.find_first_not_of(" \t", offset);
        if (offset > 0 && end != std::string_view::npos && text[end] == '\n')
            offset = static_cast<std::uint32_t>(end) + 1;
        const auto at = sources_.position(id, offset);
        const bool first = offset == 0 && id == input_.file;
        ahead_ = static_cast<long>(at.line) - here - (first ? 1 : 2);
        return (first ? "" : "\n") + fmt::format("#line {} {}\n", at.line, quoted(id)) +
               std::string(offset == 0 ? 0 : at.column - 1, ' ');
    }
    [[nodiscard]] std::string quoted(support::FileId id, const std::string& ending = "") const {
        const auto text = unit_.quoted_place({id, 0, 0, false});
        return text.substr(0, text.rfind(':')) + ending + "\"";
    }

    static CoordinationCall call_of(const RoleFunction& function) {
        CoordinationCall call{inner_name(function), {}};
        std::size_t argument = 0, parameter = 1; // behind the group of processes
        for (const auto& each : function.parameters) {
            argument += each.is_tile ? each.extents.size() : 0;
            parameter += each.is_tile ? each.extents.size() : 0;
            if (each.is_tile)
                call.tiles.push_back({argument, parameter, each.name});
            argument += 1;
            parameter += each.is_tile ? 2 : 1;
        }
        return call;
    }

    Code element(const RoleFunction& function) {
        declared_.insert(function.name);
        const auto heading = element_heading(function, unit_, function.name);
        return function.element_body == nullptr ? heading + ";" : heading + " " + element_body(function, unit_);
    }

    Code coordination(const RoleFunction& function) {
        auto code = lower_coordination(function, unit_);
        declared_.insert(function.name);
        if (function.body == nullptr)
            return code.prototype + c_heading(function, unit_) + ";";
        return prototypes_for(function) + code.helpers + code.function;
    }

    // Of what it calls, and the file defines farther down.
    Code prototypes_for(const RoleFunction& function) {
        Code out;
        for (auto at = function.body->getStart()->getTokenIndex(); at < function.body->getStop()->getTokenIndex();
             ++at) {
            const auto* called = unit_.function(tokens_.text_of(tokens_.get(at)));
            if (called == nullptr || !declared_.insert(called->name).second)
                continue;
            auto declaration = *called;
            declaration.body = nullptr;
            out += called->is_coordination ? lower_coordination(declaration, unit_).prototype
                                           : element_heading(*called, unit_, called->name) + ";\n";
        }
        return out;
    }

    std::map<support::FileId, std::vector<Replaced>> replaced_;
    std::set<support::FileId> inlined_;
    CoordinationCalls calls_;
    std::set<std::string> declared_; // so far
    std::optional<long> ahead_;      // by so much are lines of the file ahead of the text's; nothing: they are others
    const Preprocessed& input_;
    const PositionMap& positions_;
    const support::SourceManager& sources_;
    support::Diagnostics& diagnostics_;
    NameTable names_;
    TokenStream tokens_;
    P parser_;
    CmapsUnit unit_;
};

P::TranslationUnitContext* FileLowering::parse() {
    const auto report = [&](const SyntaxError& error) {
        auto range = positions_.range(error.begin, error.end);
        if (error.behind)
            range.begin = range.end;
        diagnostics_.error(range, error.message);
    };
    for (const auto& error : tokens_.errors())
        report(error);
    if (!tokens_.errors().empty())
        return nullptr;
    const auto words = mark_cmaps_words(tokens_);
    for (const auto& word : words.wrong)
        if (positions_.in_user_file(word.begin))
            report({word.begin, word.end, word.message, false});
    if (diagnostics_.has_errors())
        return nullptr;
    // Mistakes where the syntax is CMAPS' own: what should stand there, once.
    const auto in_own_words = [&](const SyntaxError& error) {
        const auto within = [&](const std::vector<WordsFound::Place>& places) {
            return std::any_of(places.begin(), places.end(), [&](const auto& place) {
                return place.begin <= error.begin && error.begin < place.end;
            });
        };
        auto told = error;
        if (within(words.role_lists))
            told.message =
                "each parameter is a role, a type and a name: 'in double x', 'out tile double A[][]', 'in layout L'";
        else if (within(words.parallels))
            told.message +=
                "; the braces of a 'parallel' hold 'wave:' clauses and exactly one call, of an element function";
        report(told);
    };
    parser_.use(&names_);
    parser_.removeErrorListeners();
    auto errors = std::make_shared<SyntaxErrors>(tokens_, names_, false, like_hydra_c(parser_, hydra_c_rules()));
    parser_.setErrorHandler(errors);
    P::TranslationUnitContext* tree = nullptr;
    try {
        tree = parser_.translationUnit();
    } catch (const NestingTooDeep& error) {
        diagnostics_.error(positions_.range(error.token->getStartIndex(), error.token->getStopIndex() + 1),
                           "the code is nested too deeply here");
        return nullptr;
    } catch (const antlr4::RecognitionException&) {
        // Reported when it was thrown.
    }
    bool first = true; // others often follow from it
    for (const auto& error : errors->list())
        if (std::exchange(first, false) || !positions_.in_user_file(error.begin))
            in_own_words(error);
    return errors->list().empty() ? tree : nullptr;
}

} // namespace

std::optional<LoweredFile> lower_cmaps(const Preprocessed& input, const PositionMap& positions,
                                       const support::SourceManager& sources, support::Diagnostics& diagnostics) {
    return FileLowering(input, positions, sources, diagnostics).run();
}

} // namespace hydra::frontend::cmaps
