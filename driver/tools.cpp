// Programs are started with posix_spawnp (no shell), their output goes to an unnamed file in memory.
#include "driver/tools.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

#include <fmt/format.h>

#include "driver/failure.h"

extern "C" char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves declaring it to the program

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

volatile std::sig_atomic_t caught_signal = 0;

extern "C" void hydracc_catch(int signal) { caught_signal = signal; }

// While programs run, a signal that asks to end is noted instead of obeyed.
class SignalGuard {
  public:
    SignalGuard() {
        struct sigaction action = {};
        action.sa_handler = hydracc_catch;
        sigemptyset(&action.sa_mask);
        for (std::size_t i = 0; i < signals_.size(); ++i)
            sigaction(signals_[i], &action, &old_[i]);
    }
    ~SignalGuard() {
        for (std::size_t i = 0; i < signals_.size(); ++i)
            sigaction(signals_[i], &old_[i], nullptr);
    }
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;

  private:
    static constexpr std::array<int, 3> signals_ = {SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, 3> old_ = {};
};

struct Running {
    std::size_t index = 0;
    int output = -1; // descriptor of the file that catches its output
};

std::vector<std::string> environment_for(const Command& command) {
    std::vector<std::string> list;
    const auto is_replaced = [&](const std::string& entry) {
        return std::any_of(command.environment.begin(), command.environment.end(), [&](const auto& variable) {
            return entry.size() > variable.first.size() && entry[variable.first.size()] == '=' &&
                   entry.starts_with(variable.first);
        });
    };
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (!is_replaced(*entry))
            list.emplace_back(*entry);
    for (const auto& [name, value] : command.environment)
        list.push_back(name + "=" + value);
    return list;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> list;
    list.reserve(words.size() + 1);
    for (auto& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 65536> buffer{};
    lseek(descriptor, 0, SEEK_SET);
    for (;;) {
        const auto count = read(descriptor, buffer.data(), buffer.size());
        if (count <= 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

// Starts the command; the child's id, or -1 with the reason in `result`.
pid_t start(const Command& command, int output, Finished& result) {
    auto words = command.words;
    auto variables = environment_for(command);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    pid_t child = -1;
    const int error = posix_spawnp(&child, words.at(0).c_str(), &actions, nullptr, pointers(words).data(),
                                   pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        result = {127, fmt::format("{}: {}\n", words[0], std::strerror(error))};
        return -1;
    }
    return child;
}

} // namespace

std::string shell_word(const std::string& word) {
    const auto is_plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("%+,-./:=@_", c) != nullptr;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain))
        return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string shell_text(const Command& command) {
    std::string text;
    for (const auto& [name, value] : command.environment)
        text += name + "=" + shell_word(value) + " ";
    for (const auto& word : command.words)
        text += shell_word(word) + " ";
    text.pop_back();
    return text;
}

std::string file_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string find_program(const std::string& name) {
    const auto is_program = [](const std::string& path) {
        std::error_code error;
        return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
    };
    if (name.find('/') != std::string::npos)
        return is_program(name) ? name : "";
    const char* variable = std::getenv("PATH");
    const std::string path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
    for (std::size_t begin = 0; begin <= path.size();) {
        const auto end = std::min(path.find(':', begin), path.size());
        const auto folder = path.substr(begin, end - begin);
        auto candidate = (folder.empty() ? "." : folder) + "/" + name;
        if (is_program(candidate))
            return candidate;
        begin = end + 1;
    }
    return "";
}

std::vector<Finished> run_all(const std::vector<Command>& commands, unsigned at_once) {
    std::vector<Finished> results(commands.size(), Finished{-1, ""});
    std::map<pid_t, Running> running;
    const SignalGuard guard;
    caught_signal = 0;
    bool forwarded = false;
    bool failed = false;
    for (std::size_t next = 0; next < commands.size() || !running.empty();) {
        if (next < commands.size() && running.size() < at_once && !failed && caught_signal == 0) {
            const int output = memfd_create("output", MFD_CLOEXEC);
            const pid_t child = start(commands[next], output, results[next]);
            if (child < 0) {
                close(output);
                failed = true;
            } else {
                running[child] = {next, output};
            }
            ++next;
            continue;
        }
        if (running.empty())
            break; // one failed, and the rest is not started
        int state = 0;
        const pid_t child = waitpid(-1, &state, 0);
        if (child < 0 && errno == EINTR && caught_signal != 0 && !forwarded) {
            for (const auto& entry : running)
                kill(entry.first, caught_signal);
            forwarded = true;
        }
        const auto found = running.find(child);
        if (found == running.end())
            continue;
        auto& result = results[found->second.index];
        result.status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
        result.output = read_all(found->second.output);
        close(found->second.output);
        failed = failed || result.status != 0;
        running.erase(found);
    }
    if (caught_signal != 0)
        throw Interrupted{caught_signal};
    return results;
}

TemporaryFolder::TemporaryFolder() {
    const char* variable = std::getenv("TMPDIR");
    path_ = std::string(variable != nullptr && *variable != '\0' ? variable : "/tmp") + "/hydracc-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) {
        throw Failure(status_input, fmt::format("cannot make a temporary folder '{}': {} (TMPDIR chooses its place)",
                                                path_, std::strerror(errno)));
    }
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace hydra::driver
