// See link_inputs.h.
#include "driver/objects/link_inputs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "driver/failure.h"
#include "driver/objects/unpack.h"
#include "driver/recipe.h"
#include "driver/tools.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t not_handed = static_cast<std::size_t>(-1);

// Whether all that the object defines is of the sources in its records: `ld -r` may have joined it with others.
bool is_whole(const ObjectFile& object) {
    if (object.records.empty())
        return false;
    return std::all_of(object.defined.begin(), object.defined.end(), [&](const std::string& name) {
        return std::any_of(object.records.begin(), object.records.end(),
                           [&](const auto& record) { return record->defines.contains(name); });
    });
}

} // namespace

LinkInputs::LinkInputs(const Options& options) {
    std::vector<std::string> folders;
    for (const auto& each : options.handed)
        if (each.option == "-L")
            folders.push_back(each.value);
    for (std::size_t i = 0; i < options.handed.size(); ++i) {
        const auto& each = options.handed[i];
        if (each.option.empty())
            read(i, each.value);
        if (each.option != "-l")
            continue;
        for (const auto& folder : folders) { // a shared library before an archive, in each
            const auto stem = fs::path(folder) / ("lib" + each.value);
            if (const auto shared = stem.string() + ".so"; fs::exists(shared)) {
                read(i, shared);
                break;
            }
            if (const auto archive = stem.string() + ".a"; fs::exists(archive)) {
                read(i, archive);
                break;
            }
        }
    }
}

void LinkInputs::read(std::size_t handed, const std::string& path) {
    auto objects = read_object_files(path);
    if (!objects.empty())
        files_.push_back({handed, path, is_archive(path), is_shared_library(path), std::move(objects), {}});
}

void LinkInputs::add(const std::string& object) {
    const auto place =
        std::find_if(files_.begin(), files_.end(), [](const File& each) { return each.handed != not_handed; });
    files_.insert(place, File{not_handed, object, false, false, read_object_files(object), {}});
}

bool LinkInputs::carry_records() const {
    return std::any_of(
        files_.begin(), files_.end(),
        [](const File& file) {
            return std::any_of(
                file.objects.begin(), file.objects.end(),
                [](const ObjectFile& object) { return !object.records.empty(); });
        });
}

void LinkInputs::take_object(File& file, std::size_t at) {
    file.taken[at] = true;
    const auto& object = file.objects[at];
    for (const auto* names : {&object.wanted, &object.common})
        wanted_.insert(names->begin(), names->end());
    std::set_difference(object.defined.begin(), object.defined.end(), object.common.begin(), object.common.end(),
                        std::inserter(defined_, defined_.end()));
}

void LinkInputs::take_members(const std::vector<File*>& archives) {
    for (bool changed = true; changed;) {
        changed = false;
        for (File* file : archives)
            for (std::size_t i = 0; i < file->objects.size(); ++i) {
                const auto& object = file->objects[i];
                const bool is_wanted =
                    !file->taken[i] && std::any_of(object.defined.begin(), object.defined.end(), [&](const auto& name) {
                        return wanted_.contains(name) && !defined_.contains(name) && !object.common.contains(name);
                    });
                if (is_wanted)
                    take_object(*file, i);
                changed = changed || is_wanted;
            }
    }
}

// As the linker does: all objects, and of each archive, where it stands, the members that define what is wanted by
// then.
void LinkInputs::take(const Options& options) {
    wanted_ = {"main"};
    defined_.clear();
    std::vector<std::vector<std::string>> words(options.handed.size()); // of -Wl,…
    for (std::size_t i = 0; i < options.handed.size(); ++i) {
        const auto& each = options.handed[i];
        if (each.option == "-u")
            wanted_.insert(each.value);
        const std::string handed = each.option.starts_with("-Wl,") ? each.option.substr(4)
                                   : each.option == "-Xlinker"     ? each.value
                                                                   : "";
        std::istringstream parts(handed);
        for (std::string word; std::getline(parts, word, ',');) {
            if (!words[i].empty() && (words[i].back() == "-u" || words[i].back() == "--undefined"))
                wanted_.insert(word);
            if (word.starts_with("--undefined="))
                wanted_.insert(word.substr(word.find('=') + 1));
            words[i].push_back(std::move(word));
        }
    }
    bool whole = false, grouped = false;
    std::vector<File*> group;
    std::size_t next = 0;
    const auto take_file = [&](File& file) {
        file.taken.assign(file.objects.size(), false);
        for (std::size_t i = 0; i < file.objects.size() && (whole || !file.is_archive); ++i)
            take_object(file, i);
        if (file.is_archive)
            group.push_back(&file);
        take_members(group);
        if (!grouped)
            group.clear();
    };
    for (; next < files_.size() && files_[next].handed == not_handed; ++next)
        take_file(files_[next]);
    for (std::size_t i = 0; i < options.handed.size(); ++i) {
        for (const auto& word : words[i]) {
            whole = word.ends_with("-whole-archive") ? !word.ends_with("no-whole-archive") : whole;
            if (word == "--start-group" || word == "-(")
                grouped = true;
            if (word == "--end-group" || word == "-)") {
                grouped = false;
                group.clear();
            }
        }
        for (; next < files_.size() && files_[next].handed == i; ++next)
            take_file(files_[next]);
    }
}

bool LinkInputs::are_active(const Options& options) {
    take(options);
    for (const auto& file : files_)
        for (std::size_t i = 0; i < file.objects.size(); ++i)
            for (const auto& record : file.objects[i].records)
                if (file.taken[i] && record->is_active)
                    return true;
    return false;
}

Options LinkInputs::program(const Options& options, const std::string& folder) {
    take(options);
    Options program = options;
    std::erase_if(program.sources, [&](const std::string& source) { return !options.is_cmaps(source); });
    program.records.assign(program.sources.size(), nullptr);
    Unpacking unpacking;
    for (std::size_t number = 0; number < files_.size(); ++number) {
        const File& file = files_[number];
        std::vector<std::string> others; // members without records, as files
        for (std::size_t i = 0; i < file.objects.size(); ++i) {
            const ObjectFile& object = file.objects[i];
            if (!is_whole(object)) {
                if (!object.records.empty())
                    fmt::print(stderr,
                               "{}: note: it is linked as it is, for it holds more than the sources that it "
                               "carries: {}\n",
                               object.name, object.records.front()->path);
                if (file.is_archive) {
                    others.push_back(fmt::format("{}/{}-{}.o", folder, number, i));
                    std::ofstream(others.back(), std::ios::binary) << object.bytes;
                }
                continue;
            }
            for (const auto& record : object.records) {
                if (!file.taken[i])
                    continue;
                program.records.push_back(unpacking.here(*record, object.name));
                program.sources.push_back(program.records.back()->path);
            }
        }
        if (file.handed == not_handed)
            continue;
        auto& handed = program.handed[file.handed];
        const bool carries = std::any_of(file.objects.begin(), file.objects.end(), is_whole);
        if (!carries)
            continue;
        if (others.empty()) {
            handed = {}; // also of `-lNAME`
            continue;
        }
        const auto archive = fmt::format("{}/lib-{}.a", folder, number);
        Command command{{"ar", "rcs", archive}, {}};
        command.words.insert(command.words.end(), others.begin(), others.end());
        if (run_all({command}, 1).front().status != 0)
            throw Failure(status_tool, fmt::format("cannot take apart the archive {}: ar failed", file.path));
        handed = {"", archive, false, true, linking};
    }
    std::erase_if(program.handed, [](const Handed& each) { return each.option.empty() && each.value.empty(); });
    for (const auto& record : program.records) {
        if (record == nullptr)
            continue;
        const Options& own = record->options;
        program.openmp = program.openmp || own.openmp;
        program.openacc = program.openacc || own.openacc;
        program.floating.inexact = program.floating.inexact.empty() ? own.floating.inexact : program.floating.inexact;
        program.diagnostics.silent = program.diagnostics.silent || own.diagnostics.silent;
        program.diagnostics.disabled.insert(own.diagnostics.disabled.begin(), own.diagnostics.disabled.end());
    }
    return program;
}

std::vector<Handed> LinkInputs::with_files(const Options& options,
                                           const std::function<std::string(const std::string&)>& f) const {
    std::vector<Handed> handed = options.handed, first;
    for (const auto& file : files_) {
        if (file.is_shared)
            continue;
        const Handed own = {"", f(file.path), false, true, linking};
        if (file.handed == not_handed)
            first.push_back(own);
        else if (own.value != file.path)
            handed[file.handed] = own;
    }
    handed.insert(handed.begin(), first.begin(), first.end());
    return handed;
}

std::set<std::string> LinkInputs::names(std::set<std::string> ObjectFile::*kind) const {
    std::set<std::string> all;
    for (const auto& file : files_)
        for (const auto& object : file.objects)
            if (!file.is_shared)
                all.insert((object.*kind).begin(), (object.*kind).end());
    return all;
}

} // namespace hydra::driver
