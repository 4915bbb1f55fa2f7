// What the options say of one source, and the words that stages of the native compiler get (options.h).
#include <filesystem>

#include "driver/objects/record.h"
#include "driver/options.h"

namespace hydra::driver {

std::string Options::name() const {
    const auto file = !sources.empty() ? sources.front() : output.empty() ? "a" : output;
    return std::filesystem::path(file).stem().string();
}

Options Options::of(std::size_t source) const {
    Options one = *this;
    one.sources = {sources.at(source)};
    one.records.clear();
    if (records.empty() || records[source] == nullptr)
        return one;
    const Options& own = records[source]->options;
    one.handed = own.handed;
    for (auto& each : one.handed)
        each.stages &= ~static_cast<unsigned>(linking);
    for (Handed each : handed)
        if ((each.stages & linking) != 0) {
            each.stages = linking;
            one.handed.push_back(std::move(each));
        }
    one.unanalysed.other_types = own.unanalysed.other_types;
    one.openmp = own.openmp;
    one.openacc = own.openacc;
    one.floating = own.floating;
    return one;
}

std::vector<std::string> Options::words(Stage stage,
                                        const std::function<std::string(const std::string&)>& relocate) const {
    std::vector<std::string> list;
    for (const auto& item : handed) {
        if ((item.stages & stage) == 0)
            continue;
        const auto value = item.is_path && relocate ? relocate(item.value) : item.value;
        if (item.separate) {
            list.push_back(item.option);
            list.push_back(value);
        } else {
            list.push_back(item.option + value);
        }
    }
    return list;
}

} // namespace hydra::driver
