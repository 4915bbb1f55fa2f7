// The alignment. Raw tokens and preprocessed tokens of a file are walked together, line by line: an equal token is
// verbatim; an identifier that is a macro at that point is expanded by MacroExpander, and the tokens that come out must
// be the next preprocessed ones, which then belong to the invocation. Raw lines without preprocessed tokens were
// skipped by #if. Where the two do not agree, the line's tokens get the line as their place, and nobody guesses.
#include "frontend/source/positions.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <fstream>
#include <memory>
#include <unordered_map>

#include "frontend/source/macro_expand.h"
#include "frontend/source/pp_tokens.h"

namespace hydra::frontend {

using support::FileId;

namespace {

struct Marker {
    std::uint32_t line = 0;
    std::string path;
    bool enter = false, leave = false, system = false;
};

// `# 12 "dir/f.c" 1 3`; line 0 where the text is no line marker.
Marker read_marker(std::string_view text) {
    Marker marker;
    const auto digits = text.find_first_not_of("# \t");
    if (digits == std::string_view::npos || text[digits] < '0' || text[digits] > '9')
        return marker;
    std::from_chars(text.data() + digits, text.data() + text.size(), marker.line);
    auto at = text.find('"');
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' && at + 1 < text.size() ? 1 : 0;
        marker.path += text[at];
    }
    for (++at; at < text.size(); ++at) {
        marker.enter |= text[at] == '1';
        marker.leave |= text[at] == '2';
        marker.system |= text[at] == '3';
    }
    return marker;
}

bool is_marker(std::string_view line) {
    const auto at = line.find_first_not_of(" \t", 1);
    return line[0] == '#' && at != std::string_view::npos && line[at] >= '0' && line[at] <= '9';
}

bool is_pragma(const std::vector<PpToken>& tokens) {
    return tokens.size() > 1 && tokens[0].text == "#" && tokens[1].text == "pragma";
}

// A file as the alignment sees it; `raw` is there for the user's readable files only. Each further inclusion of one is
// a file of its own, with the same tokens.
struct KnownFile {
    FileId id = FileId::none;
    bool user = false;
    std::shared_ptr<const RawFile> raw;
};

// One passing of a file through the preprocessor.
struct Instance {
    KnownFile* file = nullptr; // null: "<built-in>" and its like
    std::size_t next = 0;      // raw token
    std::int64_t shift = 0;    // what #line adds to line numbers
    std::size_t next_line_directive = 0;
    // The expansion whose tokens are due.
    std::vector<ExpectedToken> due;
    std::size_t due_at = 0;
    std::uint32_t due_begin = 0, due_end = 0, due_branch = 0;
    // The physical line in work, and its tokens among the entries.
    std::uint32_t line = 0, unsure_line = 0;
    std::size_t first_entry = 0, end_entry = 0;
};

} // namespace

class Aligner {
  public:
    Aligner(const Preprocessed& input, support::SourceManager& sources, PositionMap& map)
        : input_(input), sources_(sources), map_(map) {
        instances_.emplace_back();
        main_.file = enter(input.path, false, true);
    }

    void run() {
        const std::string_view text = input_.text;
        for (std::size_t at = 0; at < text.size();) {
            auto end = text.find('\n', at);
            end = end == std::string_view::npos ? text.size() : end;
            apply_events(at);
            line(text.substr(at, end - at), at);
            ++number_;
            at = end + 1;
        }
        apply_events(text.size() + 1);
        for (auto& instance : instances_)
            finish_line(instance);
        collect_names();
    }

  private:
    // ---- files and line markers

    KnownFile* enter(const std::string& path, bool system, bool is_main = false) {
        auto& inclusions = files_[path];
        if (inclusions.empty()) {
            const bool installed = path.starts_with("/usr/") && !input_.path.starts_with("/usr/");
            auto& first = inclusions.emplace_back();
            std::string text;
            if (const std::string* own = sources_.provided(path); own != nullptr) {
                text = *own;
            } else if (!is_main) {
                std::ifstream in(path, std::ios::binary);
                text.assign(std::istreambuf_iterator<char>(in), {});
            }
            // Wherever it lies, a header with directives is part of the program.
            first.user = is_main || !(system || installed) || text.find("\n#pragma hydra") != std::string::npos;
            if (!first.user)
                text.clear();
            first.id = sources_.add(path, std::move(text), first.user);
            const auto& source = sources_.file(first.id);
            if (first.user && !source.text.empty())
                first.raw = std::make_shared<const RawFile>(read_raw(source.text));
        } else if (inclusions.front().raw) {
            auto again = inclusions.front();
            const auto& text = sources_.file(again.id).text;
            again.id = sources_.add(path, text, true, static_cast<std::uint32_t>(inclusions.size()));
            const auto& own = sources_.file(again.id).text;
            if (own != text) // in that of the first, macros have been written out
                again.raw = std::make_shared<const RawFile>(read_raw(own));
            inclusions.push_back(std::move(again));
        }
        return &inclusions.back();
    }

    Instance& current() { return instances_.back(); }

    void marker(const Marker& marker) {
        number_ = marker.line - 1; // of the line after this one, once counted
        const bool pseudo = marker.path.starts_with("<");
        if (marker.enter) {
            instances_.emplace_back();
            current().file = pseudo ? nullptr : enter(marker.path, marker.system);
        } else if (marker.leave) {
            if (instances_.size() > 1) {
                finish_line(current());
                const auto* included = current().file;
                instances_.pop_back();
                note_include(marker, included);
            }
        } else if (pseudo) {
            set_bottom_pseudo();
        } else if (current().file == nullptr && instances_.size() == 1) {
            current() = std::move(main_);
            main_is_in_ = true;
        } else if (!marker.system) {
            line_directive(current(), marker);
        }
    }

    // The marker stands behind the #include line.
    void note_include(const Marker& marker, const KnownFile* included) {
        const auto* by = current().file;
        if (by != nullptr && by->raw && included != nullptr && included->raw) {
            const auto line = std::max<std::int64_t>(marker.line - current().shift - 1, 1);
            map_.includes_.push_back({by->id, static_cast<std::uint32_t>(line), included->id});
        }
    }

    void set_bottom_pseudo() {
        if (instances_.size() == 1 && main_is_in_) {
            main_ = std::move(current());
            main_is_in_ = false;
            current() = Instance{};
        }
    }

    // A marker in the middle of a file: the echo of a #line directive, or only a jump over empty lines.
    void line_directive(Instance& instance, const Marker& marker) {
        if (instance.file == nullptr || !instance.file->raw)
            return;
        const auto& directives = instance.file->raw->line_directives;
        const bool backwards = marker.line < instance.line + instance.shift;
        for (auto i = instance.next_line_directive; i < directives.size(); ++i) {
            const auto& directive = directives[i];
            const bool other_file = !directive.path.empty() && directive.path.find('\\') == std::string_view::npos &&
                                    directive.path.substr(1, directive.path.size() - 2) != marker.path;
            if (directive.physical_line >= instance.line && !other_file &&
                (directive.number == marker.line || (directive.number == 0 && backwards))) {
                instance.shift = std::int64_t(marker.line) - (directive.physical_line + 1);
                instance.next_line_directive = i + 1;
                sources_.renumber(instance.file->id, directive.physical_line,
                                  {static_cast<std::uint32_t>(marker.line), marker.path});
                return;
            }
        }
    }

    // ---- lines

    void apply_events(std::size_t until) {
        for (; event_ < input_.macro_events.size() && input_.macro_events[event_].offset < until; ++event_) {
            const auto& event = input_.macro_events[event_];
            expander_.apply(event);
            const auto* where = current().file;
            if (where == nullptr || !where->user || !where->raw)
                continue;
            const auto physical = std::int64_t(event.line) - current().shift;
            for (const auto& definition : where->raw->definitions)
                if (definition.line == physical && definition.name == event.name)
                    map_.user_macros_.push_back({event.name, {where->id, definition.begin, definition.end, true}});
        }
    }

    void line(std::string_view text, std::size_t offset) {
        const auto first = text.find_first_not_of(" \t\r\v\f");
        if (first == std::string_view::npos)
            return;
        if (is_marker(text)) {
            marker(read_marker(text));
            return;
        }
        auto& instance = current();
        if (instance.file == nullptr || !instance.file->raw) {
            plain_entry(instance, offset + first, text.size() - first);
            return;
        }
        const auto tokens = read_tokens(text);
        const auto physical = static_cast<std::uint32_t>(std::max<std::int64_t>(number_ - instance.shift, 1));
        if (is_pragma(tokens) && pragma_line(instance, tokens, offset, physical))
            return;
        for (const auto& token : tokens)
            place(instance, token, offset, physical);
    }

    // A line of a file whose text is not there: its number is all that is known.
    void plain_entry(const Instance& instance, std::size_t offset, std::size_t length) {
        PositionMap::Entry entry;
        entry.offset = static_cast<std::uint32_t>(offset);
        entry.length = static_cast<std::uint32_t>(length);
        entry.begin = entry.end = number_;
        entry.file = instance.file != nullptr ? instance.file->id : FileId::none;
        entry.user = instance.file != nullptr && instance.file->user;
        map_.entries_.push_back(entry);
    }

    PositionMap::Entry& add(Instance& instance, const PpToken& token, std::size_t offset) {
        auto& entry = map_.entries_.emplace_back();
        entry.offset = static_cast<std::uint32_t>(offset + token.begin);
        entry.length = token.end - token.begin;
        entry.file = instance.file->id;
        entry.user = true;
        instance.end_entry = map_.entries_.size();
        return entry;
    }

    void add_verbatim(Instance& instance, const PpToken& token, std::size_t offset, const RawToken& raw) {
        auto& entry = add(instance, token, offset);
        entry.begin = raw.begin;
        entry.end = raw.end;
        entry.branch = raw.branch;
        entry.verbatim = true;
    }

    // ---- alignment

    void place(Instance& instance, const PpToken& token, std::size_t offset, std::uint32_t physical) {
        if (instance.due_at < instance.due.size()) {
            if (instance.due[instance.due_at].fits(token)) {
                add_expanded(instance, token, offset);
                return;
            }
            spoil_line(instance);
        }
        if (physical != instance.line) {
            finish_line(instance);
            instance.line = physical;
            instance.first_entry = instance.end_entry = map_.entries_.size();
        }
        if (physical != instance.unsure_line && match(instance, token, offset))
            return;
        set_line_place(instance, add(instance, token, offset), physical);
        if (physical != instance.unsure_line)
            spoil_line(instance);
    }

    // The next raw token or invocation of the line in work is this token, or begins with it.
    bool match(Instance& instance, const PpToken& token, std::size_t offset) {
        const auto& raw = instance.file->raw->tokens;
        while (instance.next < raw.size()) {
            const auto& candidate = raw[instance.next];
            if (candidate.first_line > instance.line)
                return false;
            if (candidate.line < instance.line || candidate.in_pragma) {
                skip_silent(instance);
            } else if (!expander_.is_invocation(raw, instance.next, raw.size())) {
                if (candidate.text != token.text)
                    return false;
                add_verbatim(instance, token, offset, candidate);
                ++instance.next;
                return true;
            } else {
                begin_expansion(instance, raw.size());
                if (!instance.due.empty()) {
                    if (!instance.due[0].fits(token))
                        return false;
                    add_expanded(instance, token, offset);
                    return true;
                }
            }
        }
        return false;
    }

    // Goes past a raw token of a line that printed nothing: skipped by #if, a silent pragma, or an invocation that
    // expands to nothing, which may reach into the next lines.
    void skip_silent(Instance& instance) {
        const auto& raw = instance.file->raw->tokens;
        const auto at = instance.next++;
        if (!raw[at].in_pragma && expander_.is_invocation(raw, at, raw.size())) {
            const auto expansion = expander_.expand(raw, at, raw.size());
            if (expansion.complete && expansion.tokens.empty() && raw[expansion.next - 1].branch == raw[at].branch)
                instance.next = expansion.next;
        }
    }

    void begin_expansion(Instance& instance, std::size_t limit) {
        const auto& raw = instance.file->raw->tokens;
        auto expansion = expander_.expand(raw, instance.next, limit);
        instance.due_begin = raw[instance.next].begin;
        instance.due_end = raw[expansion.next - 1].end;
        // An invocation that #if lines run through is in no branch, so that no construct fits it.
        instance.due_branch =
            raw[instance.next].branch == raw[expansion.next - 1].branch ? raw[instance.next].branch : ~std::uint32_t(0);
        instance.next = expansion.next;
        instance.due = std::move(expansion.tokens);
        instance.due_at = 0;
        if (!expansion.complete)
            instance.due.assign(1, {"\n", ExpectedToken::Match::exact}); // fits nothing
    }

    // As a part of a name the counter's value does not matter.
    static bool is_counted(const ExpectedToken& due, const PpToken& token) {
        constexpr std::string_view counter = "__COUNTER__";
        return token.kind != PpKind::identifier && due.text.find(counter) != std::string_view::npos &&
               token.text.find(counter) == std::string_view::npos;
    }

    void add_expanded(Instance& instance, const PpToken& token, std::size_t offset) {
        auto& entry = add(instance, token, offset);
        entry.begin = instance.due_begin;
        entry.end = instance.due_end;
        entry.branch = instance.due_branch;
        entry.expanded = true;
        entry.first = instance.due_at == 0;
        if (is_counted(instance.due[instance.due_at], token))
            map_.counted_.push_back(entry.offset);
        entry.last = ++instance.due_at == instance.due.size();
    }

    // A #pragma line of the raw file: its tokens as they are, or expanded. False where it came from _Pragma.
    bool pragma_line(Instance& instance, const std::vector<PpToken>& tokens, std::size_t offset,
                     std::uint32_t physical) {
        const auto& raw = instance.file->raw->tokens;
        if (instance.due_at < instance.due.size())
            return false;
        auto next = instance.next;
        while (next < raw.size() && raw[next].line < physical)
            ++next;
        if (next >= raw.size() || !raw[next].in_pragma || raw[next].first_line > physical)
            return false;
        finish_line(instance);
        auto end = next;
        while (end < raw.size() && raw[end].in_pragma && raw[end].first_line == raw[next].first_line)
            ++end;
        instance.line = physical;
        instance.first_entry = instance.end_entry = map_.entries_.size();
        instance.next = next;
        const bool same = tokens.size() == end - next &&
                          std::equal(tokens.begin(), tokens.end(), raw.begin() + static_cast<std::ptrdiff_t>(next),
                                     [](const PpToken& a, const RawToken& b) { return a.text == b.text; });
        std::size_t done = 0;
        while (done < tokens.size() && instance.next < end) {
            if (same || done < 3 || !expander_.is_invocation(raw, instance.next, end)) {
                if (tokens[done].text != raw[instance.next].text)
                    break;
                add_verbatim(instance, tokens[done++], offset, raw[instance.next++]);
                continue;
            }
            begin_expansion(instance, end);
            while (done < tokens.size() && instance.due_at < instance.due.size() &&
                   instance.due[instance.due_at].fits(tokens[done]))
                add_expanded(instance, tokens[done++], offset);
            if (instance.due_at < instance.due.size())
                break;
        }
        const bool sure = done == tokens.size() && instance.next == end;
        for (; done < tokens.size(); ++done)
            set_line_place(instance, add(instance, tokens[done], offset), physical);
        if (!sure)
            spoil_line(instance);
        instance.due.clear();
        instance.due_at = 0;
        instance.next = end;
        instance.line = raw[end - 1].line;
        return true;
    }

    // Raw tokens that a line in work still has must expand to nothing, else the line was not understood.
    void finish_line(Instance& instance) {
        if (instance.file == nullptr || !instance.file->raw || instance.line == 0)
            return;
        if (instance.line != instance.unsure_line && instance.due_at < instance.due.size())
            spoil_line(instance);
        const auto& raw = instance.file->raw->tokens;
        while (instance.line != instance.unsure_line && instance.next < raw.size() &&
               raw[instance.next].line <= instance.line) {
            if (raw[instance.next].in_pragma || raw[instance.next].line < instance.line) {
                ++instance.next;
                continue;
            }
            if (expander_.is_invocation(raw, instance.next, raw.size())) {
                begin_expansion(instance, raw.size());
                if (instance.due.empty())
                    continue;
            }
            spoil_line(instance);
        }
    }

    void spoil_line(Instance& instance) {
        for (auto i = instance.first_entry; i < instance.end_entry; ++i)
            if (map_.entries_[i].file == instance.file->id)
                set_line_place(instance, map_.entries_[i], instance.line);
        instance.unsure_line = instance.line;
        instance.due.clear();
        instance.due_at = 0;
    }

    void set_line_place(const Instance& instance, PositionMap::Entry& entry, std::uint32_t physical) {
        const auto text = sources_.line_text(instance.file->id, physical);
        const auto start = sources_.line_start(instance.file->id, physical);
        const auto first = std::min(text.find_first_not_of(" \t"), text.size());
        entry.begin = start + static_cast<std::uint32_t>(first);
        entry.end = start + static_cast<std::uint32_t>(text.size());
        entry.verbatim = entry.first = entry.last = false;
        entry.expanded = true;
    }

    void collect_names() {
        std::vector<std::string_view> names;
        for (const auto& [path, inclusions] : files_)
            if (const auto& raw = inclusions.front().raw)
                names.insert(names.end(), raw->identifiers.begin(), raw->identifiers.end());
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        map_.used_names_.assign(names.begin(), names.end());
    }

    const Preprocessed& input_;
    support::SourceManager& sources_;
    PositionMap& map_;
    MacroExpander expander_;
    std::unordered_map<std::string, std::deque<KnownFile>> files_; // all inclusions of each
    std::vector<Instance> instances_; // innermost last; the bottom one is the input or "<built-in>"
    Instance main_;                   // the input, while it is not in `instances_`
    bool main_is_in_ = false;
    std::size_t event_ = 0;
    std::uint32_t number_ = 1; // line number by the markers
};

PositionMap::PositionMap(const Preprocessed& input, support::SourceManager& sources) {
    entries_.reserve(input.text.size() / 16);
    Aligner(input, sources, *this).run();
}

std::size_t PositionMap::index_at(std::size_t offset) const {
    const auto after = std::upper_bound(entries_.begin(), entries_.end(), offset,
                                        [](std::size_t value, const Entry& entry) { return value < entry.offset; });
    return after == entries_.begin() ? 0 : static_cast<std::size_t>(after - entries_.begin()) - 1;
}

support::SourceRange PositionMap::range(std::size_t begin, std::size_t end) const {
    if (entries_.empty())
        return {};
    auto first = index_at(begin);
    const auto after = entries_[first].offset + std::size_t(entries_[first].length);
    if (begin >= after && first + 1 < entries_.size() && entries_[first + 1].offset < end)
        ++first;
    const auto last = std::max(first, index_at(end > begin ? end - 1 : begin));
    const auto& a = entries_[first];
    const auto& b = entries_[last];
    if (a.file != b.file)
        return {a.file, a.begin, a.end, false};
    const bool begins = a.verbatim || (a.expanded && a.first);
    const bool ends = b.verbatim || (b.expanded && b.last);
    const bool verbatim = a.user && begins && ends && a.branch == b.branch && b.begin >= a.begin;
    return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end), verbatim};
}

std::vector<PositionMap::Invocation> PositionMap::invocations(FileId file) const {
    constexpr auto cut = ~std::uint32_t(0); // the branch of those that #if lines run through
    std::vector<Invocation> found;
    bool open = false;
    for (const auto& entry : entries_) {
        const bool belongs = entry.file == file && entry.expanded && entry.branch != cut;
        if (belongs && entry.first) {
            found.resize(found.size() - (open ? 1 : 0));
            found.push_back({entry.begin, entry.end, {}});
            open = true;
        } else if (open && (!belongs || entry.begin != found.back().begin || entry.end != found.back().end)) {
            found.pop_back();
            open = false;
        }
        if (open) {
            found.back().tokens.push_back({entry.offset, entry.offset + std::size_t(entry.length)});
            open = !entry.last;
        }
    }
    found.resize(found.size() - (open ? 1 : 0));
    return found;
}

bool PositionMap::in_user_file(std::size_t offset) const {
    return !entries_.empty() && entries_[index_at(offset)].user;
}

std::set<std::uint32_t> PositionMap::branches(FileId file) const {
    std::set<std::uint32_t> found;
    for (const Entry& entry : entries_)
        if (entry.file == file)
            found.insert(entry.branch);
    return found;
}

} // namespace hydra::frontend
