// One walk over the functions; what stands beside a directive is found in the text.
#include "codegen/edit/pragma_edits.h"

#include "codegen/text/walk.h"

namespace hydra::codegen {

PragmaMacrosOf::PragmaMacrosOf(const Context& context, int unit) : context_(context), unit_(unit) {
    PragmaMacros known;
    for (const auto& event : context.program.units[static_cast<std::size_t>(unit)]->macro_events) {
        note_pragma_macro(context.sources.file(event.range.file).text, event.range.begin, known);
        any_ = any_ || !known.empty();
    }
}

PragmaMacros PragmaMacrosOf::before(support::FileId file, std::uint32_t at) const {
    PragmaMacros macros;
    for (const auto& event : context_.program.units[static_cast<std::size_t>(unit_)]->macro_events) {
        if (!any_ || (event.range.file == file && event.range.begin >= at))
            break;
        note_pragma_macro(context_.sources.file(event.range.file).text, event.range.begin, macros);
    }
    return macros;
}

// `omp declare simd` speaks of the next declaration, and generated code may come between them.
static void leave_out_variants(const Context& context, const ir::TranslationUnit& unit, FileEdits& edits) {
    for (const auto& line : unit.omp_lines) {
        const std::string_view text = line.range.valid() ? context.sources.file(line.range.file).text : "";
        const bool is_one =
            line.text.find("declare") != std::string::npos && line.text.find("simd") != std::string::npos;
        if (is_one && line.range.begin < text.size() && text[line.range.begin] == '#')
            edits[line.range.file].blank(line.range.begin, line.range.end, text);
    }
}

FileEdits pragma_edits(const Context& context, int unit) {
    FileEdits edits;
    leave_out_variants(context, *context.program.units[static_cast<std::size_t>(unit)], edits);
    const PragmaMacrosOf macros(context, unit);
    for (const auto& function : context.program.units[static_cast<std::size_t>(unit)]->functions) {
        if (!function.body || !function.in_user_file)
            continue;
        const auto on_stmt = [&](const ir::Stmt& stmt, const ir::Stmt*) {
            const auto* loop = stmt.as<ir::For>();
            if (loop == nullptr || !loop->directive || !loop->directive->range.valid())
                return;
            const auto& range = loop->directive->range;
            // A macro that makes the pragma together with its loop is replaced with the loop, or left as it is.
            if (range.file != stmt.range.file || range.end <= stmt.range.begin || stmt.range.end <= range.begin) {
                const std::string_view text = context.sources.file(range.file).text;
                edits[range.file].blank(range.begin, range.end, text);
                // Those are for loops, and a launch takes the loop's place.
                if (stmt.range.file == range.file && range.end <= stmt.range.begin) {
                    const auto known = macros.before(range.file, stmt.range.begin);
                    for (const auto& [begin, end] : loop_pragmas(text, stmt.range.begin, known))
                        if (end <= range.begin || begin >= range.end)
                            edits[range.file].blank(begin, end, text);
                }
            }
        };
        walk(*function.body, on_stmt, {});
    }
    return edits;
}

} // namespace hydra::codegen
