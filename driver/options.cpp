// Reads the command line. gcc's ways of writing values ("-I dir", "-Idir", "-Wl,x", "-std=c11") do not fit a general
// option parser, so each known option is a row of a table: how its value is written, and what it does.
#include "driver/options.h"

#include <array>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/failure.h"
#include "driver/objects/record.h"
#include "driver/option_table.h"
#include "driver/response_files.h"

namespace hydra::driver {

namespace {

[[noreturn]] void wrong(const std::string& message) { throw Failure(status_usage, message); }

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

class Reader {
  public:
    explicit Reader(const std::vector<std::string>& words) : words_(with_response_files(words)) {
        const char* host = std::getenv("HYDRACC_HOST");
        if (host != nullptr && *host != '\0')
            set_host(fmt::format("HYDRACC_HOST={}", host), host);
    }

    Options read() {
        bool only_files = false;
        while (next_ < words_.size()) {
            const std::size_t first = next_;
            const std::string& word = words_[next_++];
            is_own_ = false;
            if (only_files || word.empty() || word[0] != '-' || word == "-")
                input(word);
            else if (word == "--" && (result_.goal == Goal::explain || result_.goal == Goal::advise))
                for (; next_ < words_.size(); ++next_)
                    result_.report.arguments.push_back(words_[next_]);
            else if (word == "--")
                only_files = true;
            else
                option(word);
            if (!is_own_)
                result_.native.insert(result_.native.end(), words_.begin() + static_cast<std::ptrdiff_t>(first),
                                      words_.begin() + static_cast<std::ptrdiff_t>(next_));
        }
        finish();
        return std::move(result_);
    }

  private:
    void input(const std::string& word) {
        static const std::vector<std::string> linker_endings = {".o", ".a", ".so", ".lo", ".s", ".S", ".i"};
        const auto is_for_linker = [&](const std::string& ending) { return ends_with(word, ending); };
        const bool is_named = language_.empty() || language_ == "none";
        if (word == "-" || (!is_named && language_ != "c" && language_ != "cmaps")) {
            goal(Goal::native, word);
        } else if (ends_with(word, ".c") || ends_with(word, ".cmaps") || !is_named) {
            result_.sources.push_back(word[0] == '-' ? "./" + word : word); // for tools, no option
            if (language_ == "cmaps")
                result_.cmaps.insert(result_.sources.back());
        } else if (std::any_of(linker_endings.begin(), linker_endings.end(), is_for_linker) ||
                   word.find(".so.") != std::string::npos || is_object(word))
            result_.handed.push_back({"", word, false, true, linking});
        else
            wrong(fmt::format("'{}': not a kind of file that hydracc takes (.c, .o, .a)", word));
    }

    // By its first bytes: an object file, an archive.
    static bool is_object(const std::string& file) {
        std::ifstream in(file, std::ios::binary);
        std::array<char, 8> first{};
        in.read(first.data(), first.size());
        const std::string_view bytes(first.data(), first.size());
        return bytes.starts_with("\177ELF") || bytes == "!<arch>\n" || bytes == "!<thin>\n";
    }

    void set_host(const std::string& word, const std::string& value) {
        one_of(word, value, {"mpi", "local"}, {});
        result_.host = value == "mpi" ? Host::mpi : Host::local;
    }

    // --launch CC …: CC is the native compiler. Of hydracc's own options, there are those before it.
    void launch() {
        if (next_ >= words_.size())
            wrong("'--launch' is followed by a call of the native compiler: --launch gcc -O2 -c prog.c");
        result_.cc = words_[next_++];
    }

    void arch(const std::string& value) {
        for (std::size_t pos = 0; pos <= value.size();) {
            const auto end = std::min(value.find(',', pos), value.size());
            const auto one = value.substr(pos, end - pos);
            const auto digits = one.substr(std::min<std::size_t>(3, one.size()));
            if (!one.starts_with("sm_") || digits.size() < 2 ||
                digits.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") != std::string::npos)
                wrong(fmt::format("'--arch={}': '{}' is not an architecture of NVIDIA's, such as sm_90", value, one));
            pos = end + 1;
        }
        result_.tools.arch = value;
    }

    // "fop", "fop:64"
    void comm(const std::string& word, const std::string& value) {
        const auto colon = std::min(value.find(':'), value.size());
        const auto scheme = value.substr(0, colon);
        one_of(word, scheme, {"exact", "fop", "foifi", "fo"}, {});
        const auto tile = value.substr(std::min(colon + 1, value.size()));
        const bool number = !tile.empty() && tile.size() <= 9 && tile[0] != '0' &&
                            tile.find_first_not_of("0123456789") == std::string::npos;
        if (colon < value.size() && (!number || scheme == "exact")) {
            wrong(fmt::format(
                "'{}': behind fop, foifi or fo may stand the number of iterations in a tile: --comm=fop:64", word));
        }
        result_.comm = scheme == "exact" ? "" : value;
    }

    void option(const std::string& word) {
        const OptionRow* row = find_option(word);
        if (row == nullptr)
            unknown(word);
        const std::string name = row->name;
        std::string value;
        is_own_ = is_own(*row, word);
        switch (row->form) {
        case Form::flag:
        case Form::prefix:
            break;
        case Form::optional_equals:
            value = word.size() > name.size() ? word.substr(name.size() + 1) : "";
            break;
        case Form::equals:
            if (word.size() <= name.size() + 1)
                wrong(fmt::format("'{}' needs a value: {}={}", word, name, row->value));
            value = word.substr(name.size() + 1);
            break;
        case Form::joined:
        case Form::either:
        case Form::separate:
            value = word.substr(name.size());
            if (value.empty()) {
                if (next_ >= words_.size())
                    wrong(fmt::format("'{}' needs a value: {} {}", name, name, row->value));
                value = words_[next_++];
            }
            break;
        }
        apply(*row, word, value);
    }

    [[noreturn]] static void unknown(const std::string& word) {
        const auto base = word.substr(0, word.find('='));
        const auto guess = nearest(base, option_names());
        if (guess.empty())
            wrong(fmt::format("unknown option '{}'; hydracc --help lists the options", word));
        wrong(fmt::format("unknown option '{}'; did you mean '{}'?", word, guess));
    }

    void apply(const OptionRow& row, const std::string& word, const std::string& value) {
        switch (row.action) {
        case Action::hand_on:
            hand_on(row, word, value);
            break;
        case Action::standard:
            standard(row, word);
            break;
        case Action::optimize:
            if (word.size() > 2 && word.find_first_not_of("0123456789", 2) != std::string::npos && word != "-Os" &&
                word != "-Og" && word != "-Oz")
                unknown(word);
            result_.optimized = true;
            hand_on(row, word, value);
            break;
        case Action::floating:
            floating(row, word, value);
            break;
        case Action::openmp:
            result_.openmp = true;
            break;
        case Action::openmp_simd:
            result_.openmp_simd = true;
            break;
        case Action::openacc:
            result_.openacc = true;
            break;
        case Action::warning:
            warning(row, word);
            break;
        case Action::color:
            color(row, word);
            break;
        case Action::diagnostics_format:
            one_of(word, value, {"text", "json", "sarif"}, {});
            result_.diagnostics_format = value == "json"    ? DiagnosticsFormat::json
                                         : value == "sarif" ? DiagnosticsFormat::sarif
                                                            : DiagnosticsFormat::text;
            break;
        case Action::report:
            if (!value.empty())
                one_of(word, value, {"text", "json", "html"}, {});
            result_.report.format = value == "json"   ? ReportFormat::json
                                    : value == "html" ? ReportFormat::html
                                                      : ReportFormat::text;
            break;
        case Action::report_file:
            result_.report.file = value;
            if (result_.report.format == ReportFormat::none)
                result_.report.format = ReportFormat::text;
            break;
        case Action::profile:
            result_.report.profile = value;
            break;
        case Action::explain:
            explain(word, value);
            break;
        case Action::advise:
            goal(Goal::advise, word);
            break;
        case Action::dependencies:
            dependencies(row, word, value);
            break;
        case Action::output:
            if (!result_.output.empty())
                wrong("-o is given twice");
            result_.output = value;
            break;
        case Action::cc:
            result_.cc = value;
            break;
        case Action::target:
            target(word, value);
            break;
        case Action::arch:
            arch(value);
            break;
        case Action::host:
            set_host(word, value);
            break;
        case Action::comm:
            comm(word, value);
            break;
        case Action::later:
            not_yet(row.name);
            break;
        case Action::changes_types:
            result_.unanalysed.other_types = word;
            hand_on(row, word, "");
            break;
        case Action::xmpicc:
            result_.tools.mpicc.push_back(value);
            break;
        case Action::xnvcc:
            result_.tools.nvcc.push_back(value); // only --target=cuda calls it
            break;
        case Action::sources:
            goal(Goal::sources, word);
            break;
        case Action::check:
            goal(Goal::check, word);
            break;
        case Action::launch:
            launch();
            break;
        case Action::object:
            if (result_.goal != Goal::native)
                goal(Goal::object, word);
            break;
        case Action::native:
            result_.goal = result_.goal == Goal::object ? Goal::executable : result_.goal;
            goal(Goal::native, word);
            break;
        case Action::assembly:
            result_.native.emplace_back("-S");
            result_.goal = result_.goal == Goal::object ? Goal::executable : result_.goal;
            goal(Goal::native, word);
            break;
        case Action::statically:
            result_.is_static = true;
            hand_on(row, word, value);
            break;
        case Action::dump:
            dump(word, value);
            break;
        case Action::language:
            if (value.starts_with("cmap") && value != "cmaps")
                one_of(word, value, {"c", "cmaps", "none"}, {});
            language_ = value;
            break;
        case Action::verbose:
            result_.verbose = true;
            break;
        case Action::show:
            result_.show_only = true;
            break;
        case Action::save_temps:
            result_.save_temps = true;
            break;
        case Action::version:
            result_.goal = Goal::version;
            break;
        case Action::help:
            result_.goal = Goal::help;
            break;
        }
    }

    // With _FORTIFY_SOURCE the library's functions have other names, which are not those that the runtime knows.
    static bool fortifies(const OptionRow& row, const std::string& word, const std::string& value) {
        constexpr std::string_view macro = "_FORTIFY_SOURCE";
        return (row.name == std::string_view("-D") && value.starts_with(macro)) ||
               word.starts_with(std::string("-Wp,-D") + std::string(macro));
    }

    void hand_on(const OptionRow& row, const std::string& word, const std::string& value) {
        if (fortifies(row, word, value)) {
            is_own_ = true;
            return;
        }
        if (row.form == Form::joined || row.form == Form::either || row.form == Form::separate)
            result_.handed.push_back({row.name, value, row.form != Form::joined, row.is_path, row.stages});
        else
            result_.handed.push_back({word, "", false, false, row.stages});
    }

    // Generated code declares variables where C90 cannot. C11 has all that C90 has, but for the meaning of `inline`.
    void standard(const OptionRow& row, const std::string& word) {
        static const std::set<std::string_view> strict = {"-ansi", "-std=c89", "-std=c90", "-std=iso9899:1990",
                                                          "-std=iso9899:199409"};
        const bool old = strict.contains(word) || word == "-std=gnu89" || word == "-std=gnu90";
        hand_on(row, !old ? word : strict.contains(word) ? "-std=c11" : "-std=gnu11", "");
        if (old)
            hand_on(row, "-fgnu89-inline", "");
        result_.unanalysed.old_standard = old ? word : "";
    }

    // Whether the native compiler gets nothing of it where it is called for what hydracc leaves to it.
    static bool is_own(const OptionRow& row, std::string_view word) {
        static const std::set<Action> own = {Action::diagnostics_format,
                                             Action::report,
                                             Action::report_file,
                                             Action::profile,
                                             Action::explain,
                                             Action::advise,
                                             Action::cc,
                                             Action::target,
                                             Action::arch,
                                             Action::host,
                                             Action::comm,
                                             Action::later,
                                             Action::xmpicc,
                                             Action::xnvcc,
                                             Action::launch,
                                             Action::sources,
                                             Action::check,
                                             Action::dump,
                                             Action::show,
                                             Action::help,
                                             Action::version,
                                             Action::assembly};
        return own.contains(row.action) || (row.action == Action::save_temps && word[1] == '-') ||
               (row.action == Action::warning && word.find("hydra-") != std::string_view::npos) ||
               (row.action == Action::language && word.ends_with("cmaps"));
    }

    // Options that decide whether the native compiler may change the last bits of results.
    void floating(const OptionRow& row, const std::string& word, const std::string& value) {
        hand_on(row, word, value);
        result_.optimized = result_.optimized || word == "-Ofast";
        result_.floating.contraction_given = true;
        if (word == "-ffp-contract=off")
            result_.floating.inexact.clear();
        else
            result_.floating.inexact = word;
    }

    // What stands behind the prefix: the tag of a warning of hydracc's.
    static std::string known_tag(const std::string& word, std::string_view prefix) {
        static constexpr std::array<std::string_view, 12> tags = {
            "hydra-bounds", "hydra-fp",      "hydra-host", "hydra-last",       "hydra-omp",      "hydra-order",
            "hydra-pragma", "hydra-private", "hydra-race", "hydra-replicated", "hydra-unshared", "hydra-whole"};
        auto tag = word.substr(prefix.size());
        if (std::find(tags.begin(), tags.end(), tag) == tags.end())
            wrong(fmt::format("'{}': there is no warning '{}'; there are {}", word, tag, fmt::join(tags, ", ")));
        return tag;
    }

    void warning(const OptionRow& row, const std::string& word) {
        auto& options = result_.diagnostics;
        const std::string_view text = word;
        const auto rest = [&](std::string_view prefix) { return known_tag(word, prefix); };
        if (text.starts_with("-Wno-error=hydra-")) {
            options.not_errors.insert(rest("-Wno-error="));
            options.errors.erase(rest("-Wno-error="));
        } else if (text.starts_with("-Werror=hydra-")) {
            options.errors.insert(rest("-Werror="));
            options.not_errors.erase(rest("-Werror="));
            options.disabled.erase(rest("-Werror="));
        } else if (text.starts_with("-Wno-hydra-")) {
            options.disabled.insert(rest("-Wno-"));
        } else if (text.starts_with("-Whydra-")) {
            options.disabled.erase(rest("-W"));
        } else {
            options.warnings_are_errors = word == "-Werror" || (options.warnings_are_errors && word != "-Wno-error");
            options.silent = options.silent || word == "-w";
            auto handed = row;
            if (text.starts_with("-Wl,") || text.starts_with("-Wa,"))
                handed.stages = text[2] == 'l' ? linking : compiling;
            hand_on(handed, word, "");
        }
    }

    void color(const OptionRow& row, const std::string& word) {
        if (row.name == std::string_view("-fno-diagnostics-color") || ends_with(word, "=never"))
            color_ = 0;
        else if (ends_with(word, "=auto"))
            color_ = -1;
        else if (word == "-fdiagnostics-color" || ends_with(word, "=always"))
            color_ = 1;
        else
            wrong(fmt::format("'{}': the value is one of always, auto, never", word));
    }

    void dependencies(const OptionRow& row, const std::string& word, const std::string& value) {
        if (word == "-M" || word == "-MM") {
            goal(Goal::dependencies, word);
            result_.dependencies.option = word;
        } else if (word == "-MD" || word == "-MMD") {
            result_.dependencies.option = word;
        } else if (row.name == std::string_view("-MF")) {
            result_.dependencies.file = value;
        } else if (word == "-MP" || word == "-MG") {
            result_.dependencies.flags.push_back(word);
        } else {
            result_.dependencies.flags.insert(result_.dependencies.flags.end(), {row.name, value});
            result_.dependencies.has_target = true;
        }
    }

    void dump(const std::string& word, const std::string& value) {
        goal(Goal::dump, "--dump");
        const auto colon = value.find(':');
        result_.dump.form = value.substr(0, colon);
        if (colon != std::string::npos)
            result_.dump.pass = value.substr(colon + 1);
        const bool has_pass = colon != std::string::npos;
        if ((result_.dump.form != "ast" && result_.dump.form != "c" && result_.dump.form != "ir" &&
             result_.dump.form != "footprints") ||
            (has_pass && (result_.dump.form != "ir" || result_.dump.pass.empty())))
            wrong(fmt::format("'{}': the value is one of ast, ir, ir:PASS, footprints", word));
    }

    void explain(const std::string& word, const std::string& place) {
        const auto colon = std::min(place.rfind(':'), place.size());
        if (colon == 0 || colon + 1 >= place.size() || place.find_first_not_of("0123456789", colon + 1) < place.size())
            wrong(fmt::format("'{}': the value is a line of the program, as in --explain=prog.c:49", word));
        goal(Goal::explain, word);
        result_.report.explain = place;
    }

    void goal(Goal wanted, const std::string& word) {
        if (result_.goal == Goal::help || result_.goal == Goal::version)
            return;
        if (result_.goal != Goal::executable && result_.goal != wanted)
            wrong(fmt::format("'{}' and '{}' do not go together", goal_word_, word));
        result_.goal = wanted;
        goal_word_ = word;
    }

    void target(const std::string& word, const std::string& value) {
        const auto& names = codegen::target_names;
        one_of(word, value, {names.begin(), names.end()}, {});
        result_.target = static_cast<codegen::Target>(std::find(names.begin(), names.end(), value) - names.begin());
    }

    static void one_of(const std::string& word, const std::string& value, const std::vector<std::string>& now,
                       const std::vector<std::string>& later) {
        if (std::find(now.begin(), now.end(), value) != now.end())
            return;
        if (std::find(later.begin(), later.end(), value) != later.end())
            not_yet(word);
        const auto guess = nearest(value, now);
        wrong(fmt::format("'{}': the value is {}{}", word, fmt::join(now, " or "),
                          guess.empty() || now.size() == 1 ? "" : fmt::format("; did you mean '{}'?", guess)));
    }

    [[noreturn]] static void not_yet(const std::string& word) {
        wrong(fmt::format("'{}' is not in this version (hydracc {})", word, HYDRACC_VERSION));
    }

    void finish() {
        if (result_.goal == Goal::help || result_.goal == Goal::version || result_.goal == Goal::native)
            return;
        if (result_.goal == Goal::explain && result_.sources.empty() && result_.handed.empty())
            input(result_.report.explain.substr(0, result_.report.explain.rfind(':')));
        const bool has_files = !result_.sources.empty() || std::any_of(
                                                               result_.handed.begin(), result_.handed.end(),
                                                               [](const Handed& each) { return each.option.empty(); });
        const bool asks_linker = std::any_of(result_.handed.begin(), result_.handed.end(), [](const Handed& each) {
            return each.option.starts_with("-Wl,") || each.option == "-Xlinker";
        });
        if (!has_files && (result_.verbose || asks_linker)) { // gcc answers: its -v, the linker's --version
            result_.goal = Goal::native;
            return;
        }
        if (!has_files)
            wrong("no input file; usage: hydracc [options] FILE..., see hydracc --help");
        if (result_.sources.empty() && result_.goal == Goal::object) { // assembly
            result_.goal = Goal::native;
            return;
        }
        if (result_.sources.empty() && result_.goal != Goal::executable)
            wrong(fmt::format("no .c file among the inputs of '{}'", goal_word_));
        if (!result_.optimized) {
            result_.handed.insert(result_.handed.begin(),
                                  {"-O2", "", false, false, preprocessing | compiling | linking});
        }
        if (!result_.output.empty() && result_.goal != Goal::executable && result_.goal != Goal::sources &&
            result_.goal != Goal::dependencies && result_.goal != Goal::object)
            wrong(fmt::format("'{}' writes no file, so -o has no meaning with it", goal_word_));
        if (result_.goal == Goal::object && !result_.output.empty() && result_.sources.size() > 1)
            wrong("with -c, -o names the object of one file, and here are several");
        if (!result_.report.profile.empty() && result_.report.format == ReportFormat::none &&
            result_.goal != Goal::advise)
            wrong("'--profile' prices what --report and --advise say, and neither is asked for");
        keep_inputs("-o", result_.output);
        keep_inputs("--report-file", result_.report.file);
        // Setting NO_COLOR to anything but the empty string switches colours off by default (https://no-color.org).
        const char* no_color = std::getenv("NO_COLOR");
        const bool by_default = isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
        result_.diagnostics.color = color_ < 0 ? by_default : color_ == 1;
    }

    void keep_inputs(const char* option, const std::string& output) const {
        namespace fs = std::filesystem;
        for (const auto& source : result_.sources)
            if (!output.empty() && fs::path(source).lexically_normal() == fs::path(output).lexically_normal())
                throw Failure(status_input, fmt::format("{} '{}' would overwrite the input", option, output));
    }

    const std::vector<std::string> words_;
    std::size_t next_ = 0;
    std::string language_; // of -x; empty, or "none": as names say
    Options result_;
    bool is_own_ = false; // what is being read is not for the native compiler
    int color_ = -1;      // -1: as the terminal is
    std::string goal_word_;
};

} // namespace

Options read_options(const std::vector<std::string>& arguments) { return Reader(arguments).read(); }

} // namespace hydra::driver
