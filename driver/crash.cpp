// The handler of fatal signals finds the report through one pointer, the only variable of its kind in hydracc: a
// handler gets no other argument.
#include "driver/crash.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "driver/failure.h"
#include "driver/tools.h"

namespace hydra::driver {

namespace {

std::atomic<const CrashReport*> active_report = nullptr;

extern "C" void hydracc_fatal(int signal) {
    const char* name = signal == SIGSEGV ? "invalid memory access" : signal == SIGABRT ? "abort" : "fatal signal";
    if (const CrashReport* report = active_report.exchange(nullptr))
        report->write(name);
    _exit(status_internal);
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool catches_signals = false; // the sanitizer reports them better
#else
constexpr bool catches_signals = true;
#endif

void say(const char* text) { [[maybe_unused]] const auto count = ::write(STDERR_FILENO, text, std::strlen(text)); }

} // namespace

CrashReport::CrashReport(const std::vector<std::string>& arguments) {
    const char* variable = std::getenv("TMPDIR");
    folder_ =
        fmt::format("{}/hydracc-report-{}", variable != nullptr && *variable != '\0' ? variable : "/tmp", getpid());
    Command command{{"hydracc"}, {}};
    command.words.insert(command.words.end(), arguments.begin(), arguments.end());
    std::error_code ignored;
    command_ = fmt::format("hydracc {}\ncd {}\n{}\n", HYDRACC_VERSION,
                           shell_word(std::filesystem::current_path(ignored).string()), shell_text(command));
    files_.push_back({folder_ + "/command.txt", command_.data(), command_.size()});
    active_report = this;
    if (!catches_signals)
        return;
    // The handler needs a stack of its own, since a stack that is full is the likeliest of these faults.
    static std::array<char, 65536> stack;
    stack_t alternative = {};
    alternative.ss_sp = stack.data();
    alternative.ss_size = stack.size();
    sigaltstack(&alternative, nullptr);
    struct sigaction action = {};
    action.sa_handler = hydracc_fatal;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(signal, &action, nullptr);
}

CrashReport::~CrashReport() { active_report = nullptr; }

void CrashReport::add_input(const std::string& path, const std::string& text) {
    const auto name = fmt::format("{}-{}.i", files_.size(), std::filesystem::path(path).stem().string());
    files_.push_back({folder_ + "/" + name, text.data(), text.size()});
}

void CrashReport::write(const char* what) const noexcept {
    say("hydracc: internal error: ");
    say(what);
    say("\nhydracc: this is a fault of hydracc, not of your program; please report it");
    if (mkdir(folder_.c_str(), 0700) != 0) {
        say(" with the command and its inputs\n");
        return;
    }
    for (const auto& file : files_) {
        const int descriptor = open(file.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        for (std::size_t done = 0; descriptor >= 0 && done < file.size;) {
            const auto count = ::write(descriptor, file.text + done, file.size - done);
            if (count <= 0)
                break;
            done += static_cast<std::size_t>(count);
        }
        close(descriptor);
    }
    say(" with the folder\nhydracc: ");
    say(folder_.c_str());
    say(", which holds the command and the preprocessed inputs\n");
}

} // namespace hydra::driver
