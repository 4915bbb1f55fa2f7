// Generation in four steps: clones are decided for the whole program; each unit's edits are collected; each unit's file
// is rendered; and where a header was edited, copies of the unit's headers are added.
#include "codegen/edit/emit.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "codegen/edit/called_inline.h"
#include "codegen/edit/includes.h"
#include "codegen/edit/placement.h"
#include "codegen/edit/pragma_edits.h"
#include "codegen/edit/reading.h"
#include "codegen/host/unit_accessor.h"
#include "codegen/kernel/overruns.h"
#include "codegen/text/parts.h"

namespace hydra::codegen {

namespace {

// Units of one file name in different folders get distinct names: "main.c", "main_2.c".
std::string output_name(const std::string& path, std::map<std::string, int>& taken) {
    const std::filesystem::path file(path);
    const auto name = file.filename().string();
    const int count = ++taken[name];
    return count == 1 ? name : fmt::format("{}_{}{}", file.stem().string(), count, file.extension().string());
}

std::string rendered(const Context& context, support::FileId file, const FileEdits& edits) {
    const auto found = edits.find(file);
    const auto& source = context.sources.file(file);
    return line_directive(context.sources, file, 1) + render(context.sources, file, 0,
                                                             static_cast<std::uint32_t>(source.text.size()),
                                                             found == edits.end() ? Edits{} : found->second);
}

class HeaderCopies {
  public:
    // Adds copies of the headers of a unit, if one of them was edited. Units that edit a header differently (each has
    // what its own serial code needs) get copies of their own, in a folder that the unit's #include lines then name.
    void add(const Context& context, const ir::TranslationUnit& parsed, const std::string& folder, FileEdits& edits) {
        const auto unit = parsed.file;
        const bool edited = std::any_of(edits.begin(), edits.end(), [unit](const auto& entry) {
            return entry.first != unit && !entry.second.empty();
        });
        if (!edited && !includes_itself(context, parsed))
            return;
        const auto places = included_files(context, parsed);
        for (const auto& [file, list] : edits) {
            if (file != unit && !list.empty() && !places.contains(file)) {
                context.diagnostics.error({file, 0, 0, true},
                                          "this file holds parallel loops, and the #include line that "
                                          "names it was not found; include it by its own name");
            }
        }
        const auto plain = edits;
        redirect_includes(context, parsed, places, "", edits);
        auto copies = copies_of(context, places, edits);
        const bool own = std::any_of(copies.begin(), copies.end(), [this](const auto& copy) {
            const auto known = texts_.find(copy.first);
            return known != texts_.end() && known->second != copy.second;
        });
        if (own) {
            edits = plain;
            redirect_includes(context, parsed, places, folder, edits);
            copies = copies_of(context, places, edits);
        }
        for (auto& [place, text] : copies)
            texts_[own ? folder + "/" + place : place] = std::move(text);
    }
    [[nodiscard]] const std::map<std::string, std::string>& texts() const { return texts_; }

  private:
    // Its #include lines would find the generated file of its name.
    static bool includes_itself(const Context& context, const ir::TranslationUnit& unit) {
        const auto& path = context.sources.file(unit.file).path;
        return std::any_of(unit.includes.begin(), unit.includes.end(),
                           [&](const auto& include) { return context.sources.file(include.file).path == path; });
    }

    static std::map<std::string, std::string>
    copies_of(const Context& context, const std::map<support::FileId, std::string>& places, const FileEdits& edits) {
        std::map<std::string, std::string> copies;
        for (const auto& [file, place] : places)
            copies[place] = rendered(context, file, edits);
        return copies;
    }

    std::map<std::string, std::string> texts_;
};

// An invocation of a macro that is made several functions of has one text for the edits of all.
void refuse_repeated(const Context& context) {
    std::map<std::pair<support::FileId, std::uint32_t>, std::map<int, const ir::FunctionDecl*>> at;
    std::set<const ir::FunctionDecl*> refused;
    const auto look = [&](const ir::FunctionDecl* function, int unit) {
        const auto& whole = function->whole;
        const auto* first = at[{whole.file, whole.begin}].try_emplace(unit, function).first->second;
        if (first != function && refused.insert(first).second)
            context.diagnostics.error(
                function->range.verbatim ? function->range : whole,
                fmt::format("not in this version: '{}' and '{}' are made of the same text by a macro, and what is "
                            "generated would have to differ; write functions with parallel loops, or with arrays of "
                            "such, out",
                            first->name, function->name));
    };
    for (const auto& kernel : context.program.kernels)
        look(kernel.function, kernel.unit);
    for (const auto& site : context.program.sites)
        look(site.function, site.unit);
}

} // namespace

std::vector<GeneratedFile> emit(const ir::Program& program, const support::SourceManager& sources,
                                support::Diagnostics& diagnostics, const EmitOptions& options) {
    const Context context{program, sources, diagnostics, Names(program), options.for_reading};
    refuse_repeated(context);
    const Clones clones(context);
    const SingleCopies singles(context, options.target == Target::cpu && options.comm.empty());
    std::vector<GeneratedFile> files;
    std::map<std::string, int> taken;
    HeaderCopies headers;
    std::vector<GeneratedFile> kernel_files, further; // behind the units' own
    for (std::size_t unit = 0; unit < program.units.size(); ++unit) {
        auto base = pragma_edits(context, static_cast<int>(unit));
        add_overruns(context, static_cast<int>(unit), base);
        auto edits = base;
        std::optional<Offloads> offloads;
        if (options.target != Target::cpu)
            offloads.emplace(context, options, unit);
        place_unit(context, clones, singles, static_cast<int>(unit), base, offloads ? &*offloads : nullptr, edits);
        if (!options.for_reading)
            declare_inline(context, static_cast<int>(unit), edits);
        const auto file = program.units[unit]->file;
        const auto name = output_name(sources.file(file).path, taken);
        headers.add(context, *program.units[unit], std::filesystem::path(name).stem().string() + "_headers", edits);
        const auto kernels = offloads ? offloads->embedded() : "";
        const auto comm = unit == 0 && !options.comm.empty()
                              ? fmt::format("const char *const hydra_rt_comm = \"{}\";\n", options.comm)
                              : "";
        const auto foreign = unit == 0 && options.foreign
                                 ? "const int hydra_rt_foreign = 1; /* there is code that hydracc has not seen */\n"
                                 : "";
        const std::string head = "#include \"hydra_rt.h\"\n" + accessor_declarations(program) + comm + foreign;
        const std::string unit_text = rendered(context, file, edits);
        if (!options.for_reading) {
            files.push_back({name, head + kernels + unit_text});
        } else {
            auto parts = files_for_reading(context, static_cast<int>(unit), name, head, kernels, unit_text);
            files.push_back(std::move(parts.front()));
            further.insert(further.end(), parts.begin() + 1, parts.end());
        }
        if (auto text = offloads ? offloads->separate() : ""; !text.empty())
            kernel_files.push_back({std::filesystem::path(name).stem().string() + "_kernels.cu", std::move(text)});
    }
    files.insert(files.end(), kernel_files.begin(), kernel_files.end());
    files.insert(files.end(), further.begin(), further.end());
    for (const auto& [path, text] : headers.texts())
        files.push_back({path, unmarked(text)});
    return files;
}

} // namespace hydra::codegen
