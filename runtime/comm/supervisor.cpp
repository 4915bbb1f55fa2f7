// The process that forks the ranks of a shared-memory run and waits for them (fork_ranks of local_transport.h). It
// holds no data; it exists so that a rank which dies, by a signal or by _exit, takes the others with it, with a message
// and a non-zero status, within seconds.
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/comm/local_transport.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hydra::rt {
namespace {

constexpr long grace_ms = 3000;       // between a rank's unexpected end and the end of the others
constexpr long abort_grace_ms = 1000; // the same after a signal
constexpr long poll_ms = 20;

// Set by the handler of signals that ask the whole run to end (^C, kill); handed on to the ranks.
volatile std::sig_atomic_t asked_to_end = 0;
void note_signal(int number) { asked_to_end = number; }

long now_ms() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

class Supervisor {
  public:
    explicit Supervisor(const LocalWorld& world) : world_(world), ranks_(static_cast<std::size_t>(world.ranks()), 0) {}

    // The rank's number in a rank; -1 here, when all have been forked.
    int fork_all();
    [[noreturn]] void watch();

  private:
    void ended(pid_t process, int status);
    void end_others(int with_signal);

    const LocalWorld& world_;
    std::vector<pid_t> ranks_; // 0: has ended
    int status_ = 0;           // of the run, so far
    bool complained_ = false;  // why the run ends has been said
    long deadline_ = 0;        // when the remaining ranks are killed; 0: not decided
};

int Supervisor::fork_all() {
    pid_t self = getpid();
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
        pid_t process = fork();
        if (process == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL); // a rank does not outlive its supervisor
            if (getppid() != self)
                leave_process(1);
            return static_cast<int>(rank);
        }
        if (process < 0) {
            complain(text("rank ", rank, " cannot be started: ", std::strerror(errno)));
            end_others(SIGKILL);
            leave_process(70);
        }
        ranks_[rank] = process;
    }
    return -1;
}

void Supervisor::end_others(int with_signal) {
    for (pid_t process : ranks_)
        if (process != 0)
            kill(process, with_signal);
}

void Supervisor::ended(pid_t process, int status) {
    std::size_t rank = 0;
    while (rank < ranks_.size() && ranks_[rank] != process)
        ++rank;
    if (rank == ranks_.size())
        return; // not one of ours
    ranks_[rank] = 0;
    bool finished = world_.bell(static_cast<int>(rank)).finished.load() != 0;
    bool explained = world_.failed().load() != 0 || asked_to_end != 0;
    if (WIFSIGNALED(status)) {
        int number = WTERMSIG(status);
        if (!explained && status_ == 0)
            complain(text("rank ", rank, " was killed by signal ", number, " (", strsignal(number), ")"));
        complained_ = true;
        if (status_ == 0)
            status_ = 128 + number;
        if (rank == 0 || explained)
            end_others(SIGKILL);
        else if (deadline_ == 0) // abort(): rank 0 is on its way there, and its output must come out first
            deadline_ = now_ms() + abort_grace_ms;
        return;
    }
    int code = WEXITSTATUS(status);
    if (status_ == 0 && code != 0)
        status_ = code;
    if (explained)
        end_others(SIGKILL);
    else if (!finished && deadline_ == 0)
        deadline_ = now_ms() + grace_ms; // _exit: the other ranks may be about to do the same
}

void Supervisor::watch() {
    struct sigaction note = {}; // without SA_RESTART: waitpid returns when one arrives
    note.sa_handler = note_signal;
    for (int number : {SIGINT, SIGTERM, SIGHUP})
        sigaction(number, &note, nullptr);
    for (bool forwarded = false;;) {
        int status = 0;
        pid_t process = waitpid(-1, &status, deadline_ == 0 && asked_to_end == 0 ? 0 : WNOHANG);
        if (process > 0)
            ended(process, status);
        else if (process < 0 && errno == ECHILD)
            break;
        if (asked_to_end != 0 && !forwarded) {
            end_others(asked_to_end);
            deadline_ = now_ms() + grace_ms;
            forwarded = true;
        }
        if (deadline_ != 0 && now_ms() > deadline_) {
            if (asked_to_end == 0 && !complained_)
                complain("a rank ended without the others; all are ended");
            if (status_ == 0)
                status_ = asked_to_end != 0 ? 128 + asked_to_end : 70;
            end_others(SIGKILL);
            deadline_ = now_ms() + 1'000'000;
        }
        if (process == 0) {
            timespec pause = {0, poll_ms * 1'000'000};
            nanosleep(&pause, nullptr);
        }
    }
    leave_process(asked_to_end != 0 && status_ == 0 ? 128 + asked_to_end : status_);
}

} // namespace

int fork_ranks(const LocalWorld& world) {
    Supervisor supervisor(world);
    int rank = supervisor.fork_all();
    if (rank >= 0)
        return rank;
    supervisor.watch();
}

} // namespace hydra::rt
