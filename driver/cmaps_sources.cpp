// The C text is in memory only; headers lie in a folder of their own for as long as C sources are read.
#include "driver/cmaps_sources.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "driver/translate.h"
#include "frontend/cmaps/lower.h"
#include "frontend/source/positions.h"

namespace hydra::driver {

std::vector<std::size_t> cmaps_first(const Options& options) {
    std::vector<std::size_t> order, waiting, others;
    for (std::size_t at = 0; at < options.sources.size(); ++at)
        (options.is_cmaps(options.sources[at]) ? waiting : others).push_back(at);
    std::map<std::size_t, std::string> text, header;
    for (const auto at : waiting) {
        std::ifstream in(options.sources[at], std::ios::binary);
        text[at].assign(std::istreambuf_iterator<char>(in), {});
        header[at] = std::filesystem::path(options.sources[at]).filename().string() + ".h\"";
    }
    while (!waiting.empty()) {
        const auto names_later = [&](std::size_t at) {
            return std::any_of(waiting.begin(), waiting.end(), [&](std::size_t other) {
                return other != at && text[at].find(header[other]) != std::string::npos;
            });
        };
        const auto free = std::find_if_not(waiting.begin(), waiting.end(), names_later);
        const auto next = free == waiting.end() ? waiting.begin() : free; // a ring ends with the preprocessor's message
        order.push_back(*next);
        waiting.erase(next);
    }
    order.insert(order.end(), others.begin(), others.end());
    return order;
}

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
