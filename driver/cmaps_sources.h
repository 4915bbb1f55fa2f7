// CMAPS sources become C before anything else looks at them, and headers for the C sources of the same command.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codegen/edit/emit.h"
#include "driver/options.h"
#include "driver/runtime_paths.h"
#include "driver/tools.h"
#include "frontend/cmaps/call_rules.h"
#include "frontend/source/preprocess.h"

namespace hydra::driver {

// The program's sources by their places, those of CMAPS first: others may include the headers that they become, and so
// may they of one another.
std::vector<std::size_t> cmaps_first(const Options& options);

class CmapsSources {
  public:
    CmapsSources(const Options& options, const RuntimePaths& runtime, support::SourceManager& sources,
                 support::Diagnostics& diagnostics)
        : options_(options), runtime_(runtime), sources_(sources), diagnostics_(diagnostics) {}

    // What a source of CMAPS, preprocessed, is in C; nothing where it has errors, which are reported.
    std::optional<frontend::Preprocessed> lower(frontend::Preprocessed input);
    // NAME.cmaps.h of all that have been lowered.
    [[nodiscard]] const std::vector<codegen::GeneratedFile>& headers() const { return headers_; }
    // Their functions that C may call.
    [[nodiscard]] const frontend::cmaps::CoordinationCalls& calls() const { return calls_; }
    // Where C sources find them, and what they include.
    [[nodiscard]] const std::vector<std::string>& folders() const { return folders_; }

  private:
    const Options& options_;
    const RuntimePaths& runtime_;
    support::SourceManager& sources_;
    support::Diagnostics& diagnostics_;
    std::vector<codegen::GeneratedFile> headers_;
    frontend::cmaps::CoordinationCalls calls_;
    std::unique_ptr<TemporaryFolder> folder_; // null: there are none
    std::vector<std::string> folders_;
};

} // namespace hydra::driver
