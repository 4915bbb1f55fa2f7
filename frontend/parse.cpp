// Two attempts at most: SLL without error handling, which nearly always succeeds; then LL with the error strategy that
// finds all mistakes. A tree is built only from a text without syntax errors.
#include "frontend/parse.h"

#include <algorithm>

#include <fmt/format.h>

#include "HydraCParser.h"
#include "frontend/directive/directive.h"
#include "frontend/parse/syntax_errors.h"
#include "frontend/sema/build.h"

namespace hydra::frontend {

namespace {

using antlr4::atn::ParserATNSimulator;
using antlr4::atn::PredictionMode;
using grammar::HydraCParser;

constexpr const char* too_deep = "the code is nested too deeply here";

class Reporter {
  public:
    Reporter(const PositionMap& positions, support::Diagnostics& diagnostics)
        : positions_(positions), diagnostics_(diagnostics) {}
    void report(const SyntaxError& e) {
        failed_ = true;
        if (!positions_.in_user_file(e.begin) && seen_user_)
            return;
        seen_user_ |= positions_.in_user_file(e.begin);
        support::SourceRange range = positions_.range(e.begin, e.end);
        if (e.behind)
            range.begin = range.end;
        const support::Diagnostics::Stage stage(diagnostics_, "hydra-syntax");
        diagnostics_.error(range, e.message);
    }
    [[nodiscard]] bool failed() const { return failed_; }

  private:
    const PositionMap& positions_;
    support::Diagnostics& diagnostics_;
    bool failed_ = false, seen_user_ = false;
};

// The parse tree lives as long as its parser.
struct Parsed {
    NameTable names;
    TokenStream tokens;
    HydraCParser parser;
    HydraCParser::TranslationUnitContext* tree = nullptr;

    explicit Parsed(std::string_view text) : tokens(text, names), parser(&tokens) {
        parser.use(&names);
        parser.removeErrorListeners();
    }
    void mode(PredictionMode mode) { parser.getInterpreter<ParserATNSimulator>()->setPredictionMode(mode); }
};

SyntaxError at(const antlr4::Token* token, std::string message) {
    return {token->getStartIndex(), token->getStopIndex() + 1, std::move(message), false};
}

bool fast(Parsed& parsed, Reporter& reporter) {
    parsed.parser.setErrorHandler(std::make_shared<SyntaxErrors>(parsed.tokens, parsed.names, true));
    parsed.mode(PredictionMode::SLL);
    try {
        parsed.tree = parsed.parser.translationUnit();
        return true;
    } catch (const antlr4::ParseCancellationException&) {
        return false;
    } catch (const NestingTooDeep& e) {
        reporter.report(at(e.token, too_deep));
        return true;
    }
}

// True where the input is right after all.
bool careful(Parsed& parsed, Reporter& reporter) {
    auto errors = std::make_shared<SyntaxErrors>(parsed.tokens, parsed.names, false);
    parsed.parser.setErrorHandler(errors);
    parsed.mode(PredictionMode::LL);
    try {
        parsed.tree = parsed.parser.translationUnit();
    } catch (const NestingTooDeep& e) {
        reporter.report(at(e.token, too_deep));
    } catch (const antlr4::RecognitionException&) {
        // Reported when it was thrown.
    }
    for (const auto& e : errors->list())
        reporter.report(e);
    return errors->list().empty() && !reporter.failed() && parsed.tree != nullptr;
}

// Directives of one text.
class Directives final : public DirectiveHook {
  public:
    Directives(const PositionMap& positions, support::Diagnostics& diagnostics)
        : positions_(positions), diagnostics_(diagnostics) {}
    std::unique_ptr<ir::Directive> parse(std::string_view line, std::size_t offset, const NameLookup& lookup,
                                         const VisibleNames& visible_names,
                                         const ExpressionReader& expressions) override {
        const support::Diagnostics::Stage stage(diagnostics_, "hydra-directive");
        return parse_directive(line, offset, positions_, lookup, diagnostics_, visible_names, expressions);
    }
    void attach(std::unique_ptr<ir::Directive> directive, ir::Stmt* statement) override {
        const support::Diagnostics::Stage stage(diagnostics_, "hydra-directive");
        attach_directive(std::move(directive), statement, diagnostics_);
    }
    void misplaced(std::string_view line, std::size_t offset) override {
        const support::Diagnostics::Stage stage(diagnostics_, "hydra-directive");
        misplaced_directive(line, offset, positions_, diagnostics_);
    }

  private:
    const PositionMap& positions_;
    support::Diagnostics& diagnostics_;
};

std::unique_ptr<ir::TranslationUnit> build(Parsed& parsed, const Preprocessed& input, const PositionMap& positions,
                                           support::Diagnostics& diagnostics, std::span<const TriedDirective> tried) {
    auto unit = std::make_unique<ir::TranslationUnit>();
    unit->file = input.file;
    unit->openmp = input.openmp;
    unit->used_names = positions.used_names();
    unit->macro_events = positions.user_macros();
    unit->includes = positions.includes();
    Directives directives(positions, diagnostics);
    Builder builder(parsed.tokens, positions, diagnostics, *unit, directives, tried);
    try {
        builder.run(parsed.tree);
    } catch (const TreeTooDeep&) {
        return nullptr;
    }
    return unit;
}

} // namespace

std::unique_ptr<ir::TranslationUnit> parse(const Preprocessed& input, const PositionMap& positions,
                                           support::SourceManager&, support::Diagnostics& diagnostics,
                                           std::span<const TriedDirective> tried) {
    const support::Diagnostics::Stage stage(diagnostics, "hydra-type");
    Reporter reporter(positions, diagnostics);
    auto parsed = std::make_unique<Parsed>(input.text);
    for (const auto& e : parsed->tokens.errors())
        reporter.report(e);
    if (parsed->tokens.too_deep())
        return nullptr;
    bool right = false;
    if (!reporter.failed())
        right = fast(*parsed, reporter);
    if (!right) {
        parsed = std::make_unique<Parsed>(input.text);
        right = careful(*parsed, reporter);
    }
    auto unit = right && !reporter.failed() ? build(*parsed, input, positions, diagnostics, tried) : nullptr;
    for (const Packing::Wrong& wrong : parsed->tokens.packing().wrong())
        if (positions.in_user_file(wrong.offset))
            diagnostics.error(positions.range(wrong.offset, wrong.offset + 1), wrong.message);
    for (const std::size_t offset : positions.counted())
        diagnostics.error(positions.range(offset, offset + 1),
                          "not in this version: the value of '__COUNTER__', since generated code stands in another "
                          "order than the program and would count otherwise; write the number");
    const auto line_at = [&](std::size_t offset) {
        const std::size_t end = std::min(input.text.find('\n', offset), input.text.size());
        return std::string_view(input.text).substr(offset, end - offset);
    };
    for (std::size_t offset : parsed->tokens.misspelt_pragmas())
        if (positions.in_user_file(offset))
            warn_misspelt_pragma(line_at(offset), offset, positions, diagnostics);
    const auto take = [&](std::size_t offset) {
        const auto line = line_at(offset);
        if (unit && positions.in_user_file(offset))
            unit->omp_lines.push_back({std::string(line), positions.range(offset, offset + line.size())});
    };
    if (input.openacc)
        std::for_each(parsed->tokens.acc_pragmas().begin(), parsed->tokens.acc_pragmas().end(), take);
    for (std::size_t offset : parsed->tokens.omp_pragmas()) {
        if (input.openmp) {
            take(offset);
            continue;
        }
        const auto line = line_at(offset);
        if (positions.in_user_file(offset) && !(unit && refuse_omp_inside(*unit, line, offset, positions, diagnostics)))
            warn_omp_pragma(line, offset, positions, diagnostics);
    }
    return unit;
}

} // namespace hydra::frontend
