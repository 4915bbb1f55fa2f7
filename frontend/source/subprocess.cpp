// posix_spawn with pipes for both outputs; input comes from an unlinked temporary file, which needs no feeding.
#include "frontend/source/subprocess.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace hydra::frontend {

namespace {

class Descriptor {
  public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { reset(-1); }
    void reset(int fd) {
        if (fd_ >= 0)
            ::close(fd_);
        fd_ = fd;
    }
    [[nodiscard]] int get() const { return fd_; }

  private:
    int fd_;
};

// A descriptor from which `input` can be read; -1 with errno where that fails.
int input_descriptor(const std::string& input) {
    if (input.empty())
        return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const char* folder = std::getenv("TMPDIR");
    std::string name = std::string(folder != nullptr && *folder != 0 ? folder : "/tmp") + "/hydraccXXXXXX";
    const int fd = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd < 0)
        return -1;
    ::unlink(name.c_str());
    for (std::size_t done = 0; done < input.size();) {
        const auto wrote = ::write(fd, input.data() + done, input.size() - done);
        if (wrote < 0) {
            ::close(fd);
            return -1;
        }
        done += static_cast<std::size_t>(wrote);
    }
    ::lseek(fd, 0, SEEK_SET);
    return fd;
}

void read_both(Descriptor& out, Descriptor& err, ProcessResult& result) {
    std::vector<char> buffer(1U << 16U);
    while (out.get() >= 0 || err.get() >= 0) {
        std::array<pollfd, 2> waits{pollfd{out.get(), POLLIN, 0}, pollfd{err.get(), POLLIN, 0}};
        if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR)
            return;
        for (std::size_t i = 0; i < waits.size(); ++i) {
            if ((waits[i].revents & (POLLIN | POLLHUP | POLLERR)) == 0)
                continue;
            const auto got = ::read(waits[i].fd, buffer.data(), buffer.size());
            if (got > 0)
                (i == 0 ? result.out : result.err).append(buffer.data(), static_cast<std::size_t>(got));
            else if (got == 0 || errno != EINTR)
                (i == 0 ? out : err).reset(-1);
        }
    }
}

} // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& input) {
    ProcessResult result;
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    const Descriptor in(input_descriptor(input));
    if (in.get() < 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
        result.error = std::strerror(errno);
        return result;
    }
    Descriptor out_read(out[0]);
    Descriptor out_write(out[1]);
    if (::pipe2(err.data(), O_CLOEXEC) != 0) {
        result.error = std::strerror(errno);
        return result;
    }
    Descriptor err_read(err[0]);
    Descriptor err_write(err[1]);

    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (const auto& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.get(), 0);
    posix_spawn_file_actions_adddup2(&actions, out_write.get(), 1);
    posix_spawn_file_actions_adddup2(&actions, err_write.get(), 2);
    pid_t child = 0;
    const int failure = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
        result.error = std::strerror(failure);
        return result;
    }
    result.started = true;
    out_write.reset(-1);
    err_write.reset(-1);
    read_both(out_read, err_read, result);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

} // namespace hydra::frontend
