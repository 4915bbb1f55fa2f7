// The texts of a run's files with their line tables. A file whose text cannot be had again (a system header) is known
// by its lines only: its offsets are line numbers.
#include "support/source.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace hydra::support {

namespace {

std::vector<std::uint32_t> starts_of_lines(const std::string& text) {
    std::vector<std::uint32_t> starts{0};
    for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        starts.push_back(static_cast<std::uint32_t>(at + 1));
    return starts;
}

// Line ends of other systems, a last line without one, and the mark that some editors put in front of UTF-8.
void normalise(std::string& text) {
    std::size_t to = 0;
    for (std::size_t from = text.starts_with("\xef\xbb\xbf") ? 3 : 0; from < text.size(); ++from)
        if (text[from] != '\r' || from + 1 == text.size() || text[from + 1] != '\n')
            text[to++] = text[from];
    text.resize(to);
    if (to > 0 && text.back() != '\n')
        text += '\n';
}

} // namespace

SourceManager::~SourceManager() {
    for (auto* file : files_)
        delete file;
}

FileId SourceManager::add(std::string path, std::string text, bool user, std::uint32_t inclusion) {
    const auto known = std::find_if(files_.begin(), files_.end(), [&](const SourceFile* file) {
        return file->path == path && file->inclusion == inclusion;
    });
    if (known != files_.end())
        return static_cast<FileId>(known - files_.begin());
    normalise(text);
    auto starts = starts_of_lines(text);
    files_.push_back(new SourceFile{std::move(path), std::move(text), user, inclusion, std::move(starts), {}});
    if (const auto own = provided_.find(files_.back()->path); own != provided_.end())
        if (own->second.name != own->first)
            files_.back()->renumbered.emplace(0, LineName{1, own->second.name});
    return static_cast<FileId>(files_.size() - 1);
}

void SourceManager::provide(const std::string& path, std::string text, std::string name) {
    provided_.insert_or_assign(path, Provided{std::move(text), std::move(name)});
}

const std::string* SourceManager::provided(const std::string& path) const {
    const auto found = provided_.find(path);
    return found == provided_.end() ? nullptr : &found->second.text;
}

FileId SourceManager::add_made(std::string path, std::string text, std::vector<Origin> origins) {
    const auto id = add(std::move(path), std::move(text), true);
    files_.at(static_cast<std::size_t>(id))->origins = std::move(origins);
    return id;
}

SourceRange SourceManager::origin(SourceRange range) const {
    if (!range.valid())
        return range;
    const auto& origins = file(range.file).origins;
    if (origins.empty())
        return range;
    // The last one that begins at or before the place; in front of all, the first one.
    const auto at = [&](std::uint32_t offset) {
        auto next = std::upper_bound(origins.begin(), origins.end(), offset,
                                     [](std::uint32_t where, const Origin& each) { return where < each.begin; });
        return next == origins.begin() ? *next : *std::prev(next);
    };
    const auto first = at(range.begin);
    SourceRange result = first.of;
    if (first.same) {
        result.begin = std::min(first.of.begin + (range.begin - first.begin), first.of.end);
        if (range.end <= first.end)
            result.end = result.begin + (std::max(range.end, range.begin) - range.begin);
    }
    if (range.end > range.begin && range.end > first.end) {
        const auto last = at(range.end - 1);
        if (last.of.file == result.file) {
            const auto end =
                last.same ? last.of.begin + std::min(range.end - last.begin, last.end - last.begin) : last.of.end;
            result.end = std::max(result.end, end);
        }
    }
    result.verbatim = false;
    return result;
}

void SourceManager::replace(FileId id, std::string text) {
    auto& source = *files_.at(static_cast<std::size_t>(id));
    source.line_starts = starts_of_lines(text);
    source.text = std::move(text);
}

const SourceFile& SourceManager::file(FileId id) const { return *files_.at(static_cast<std::size_t>(id)); }

LineColumn SourceManager::position(FileId id, std::uint32_t offset) const {
    const auto& source = file(id);
    if (source.text.empty())
        return {std::max(offset, 1U), 1};
    const auto& starts = source.line_starts;
    const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
    const auto line = static_cast<std::uint32_t>(next - starts.begin());
    return {line, offset - *(next - 1) + 1};
}

std::uint32_t SourceManager::line_start(FileId id, std::uint32_t line) const {
    const auto& source = file(id);
    if (line == 0)
        return 0;
    return line <= source.line_starts.size() ? source.line_starts[line - 1]
                                             : static_cast<std::uint32_t>(source.text.size());
}

std::string_view SourceManager::line_text(FileId id, std::uint32_t line) const {
    const auto begin = line_start(id, line);
    auto text = std::string_view(file(id).text).substr(begin, line_start(id, line + 1) - begin);
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    return text;
}

void SourceManager::renumber(FileId id, std::uint32_t line, LineName next) {
    files_.at(static_cast<std::size_t>(id))->renumbered.insert_or_assign(line, std::move(next));
}

LineName SourceManager::name_of_line(FileId id, std::uint32_t line) const {
    const auto& source = file(id);
    const auto behind = source.renumbered.lower_bound(line); // the first directive that is not before the line
    if (behind == source.renumbered.begin())
        return {line, source.path};
    const auto& [directive, next] = *std::prev(behind);
    return {next.line + (line - directive - 1), next.path};
}

std::string_view SourceManager::text(const SourceRange& range) const {
    if (!range.valid())
        return {};
    const std::string_view all = file(range.file).text;
    const auto begin = std::min<std::size_t>(range.begin, all.size());
    const auto end = std::min<std::size_t>(std::max(range.begin, range.end), all.size());
    return all.substr(begin, end - begin);
}

std::uint32_t SourceManager::line(const SourceRange& range) const {
    const auto from = origin(range);
    return position(from.file, from.begin).line;
}

std::string SourceManager::at(const SourceRange& range) const {
    if (!range.valid())
        return "(unknown place)";
    const auto from = origin(range);
    return fmt::format("{}:{}", file(from.file).path, position(from.file, from.begin).line);
}

} // namespace hydra::support
