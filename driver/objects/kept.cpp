// See kept.h.
#include "driver/objects/kept.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/runtime_paths.h"
#include "driver/tools.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

// Which hydracc this is: one that has been built again is another one.
std::string own_identity() {
    std::error_code error;
    const auto self = fs::read_symlink("/proc/self/exe", error);
    const auto headers = self.parent_path().parent_path() / relative_include(); // what code is compiled with
    const auto time = [&error](const fs::path& file) {
        return fs::last_write_time(file, error).time_since_epoch().count();
    };
    return fmt::format("{} {} {} {} {} {}", HYDRACC_VERSION, self.string(), fs::file_size(self, error), time(self),
                       time(headers / "hydra_rt.h"), time(headers / "hydra_rt_reductions.h"));
}

} // namespace

KeptTranslation::KeptTranslation(const Options& program, const LinkInputs& inputs) {
    if (program.report.format != ReportFormat::none || program.save_temps || program.records.empty() ||
        std::any_of(program.records.begin(), program.records.end(),
                    [](const auto& record) { return record == nullptr; }))
        return;
    std::vector<std::string> words = program.native;
    std::erase(words, "-v");
    const fs::path output = program.output.empty() ? "a.out" : program.output;
    folder_ = (output.parent_path() / ".hydra" / output.filename()).string();
    key_ = fmt::format("{}\n{}\n{}\n{} {} {}\n{}\n{}\n", own_identity(), fmt::join(words, "\n"), program.cc,
                       static_cast<int>(program.host), static_cast<int>(program.target), program.comm,
                       program.tools.arch, fmt::join(program.tools.nvcc, "\n"));
    key_ += fmt::format("{}\n{}\n{}\n", fmt::join(program.tools.mpicc, "\n"), fmt::join(inputs.defined(), "\n"),
                        fmt::join(inputs.undefined(), "\n"));
    for (const auto& record : program.records)
        key_ += record_bytes(*record);
}

std::vector<std::string> KeptTranslation::objects() const {
    if (folder_.empty() || file_text(folder_ + "/key") != key_)
        return {};
    std::vector<std::string> found;
    std::istringstream lines(file_text(folder_ + "/objects"));
    for (std::string line; std::getline(lines, line);) {
        found.push_back(folder_ + "/" + line);
        if (!fs::exists(found.back()))
            return {};
    }
    return found;
}

void KeptTranslation::keep(const std::vector<std::string>& objects) const {
    if (folder_.empty())
        return;
    std::error_code error;
    fs::remove_all(folder_, error);
    fs::create_directories(folder_, error);
    std::string names;
    for (const auto& object : objects) {
        const auto name = fs::path(object).filename().string();
        fs::copy_file(object, folder_ + "/" + name, error);
        if (error)
            break;
        names += name + "\n";
    }
    // The key last: what is there without one counts for nothing.
    std::ofstream(folder_ + "/objects", std::ios::binary) << names;
    if (!error)
        std::ofstream(folder_ + "/key", std::ios::binary) << key_;
}

} // namespace hydra::driver
