// The C text is in memory only; headers lie in a folder of their own for as long as C sources are read.
#include "driver/cmaps_sources.h"

#include <filesystem>
#include <fstream>

#include "driver/translate.h"
#include "frontend/cmaps/lower.h"
#include "frontend/source/positions.h"

namespace hydra::driver {

std::optional<frontend::Preprocessed> CmapsSources::lower(frontend::Preprocessed input) {
    const frontend::PositionMap positions(input, sources_);
    auto made = frontend::cmaps::lower_cmaps(input, positions, sources_, diagnostics_);
    if (!made)
        return std::nullopt;
    calls_.merge(made->calls);
    const auto source = input.path;
    const auto name = std::filesystem::path(source).filename().string();
    if (folder_ == nullptr) {
        folder_ = std::make_unique<TemporaryFolder>();
        folders_.push_back(folder_->path());
    }
    const auto beside = std::filesystem::path(source).parent_path().string();
    folders_.push_back(beside.empty() ? "." : beside);
    std::ofstream(folder_->path() + "/" + name + ".h") << made->header;
    headers_.push_back({name + ".h", std::move(made->header)});
    const auto file = sources_.add_made(source + ".c", std::move(made->text), std::move(made->origins));
    const frontend::PreprocessOptions settings{options_.cc, preprocessor_flags(options_, runtime_, source, false)};
    auto result = frontend::preprocess_made(file, source, settings, sources_);
    result.messages = std::move(input.messages);
    return result;
}

} // namespace hydra::driver
