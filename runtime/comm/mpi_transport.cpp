// The transport of programs built with --host=mpi; the only file that knows MPI. Pieces larger than a limit (MPI counts
// are ints) are cut into chunks, which both sides derive from the size alone.
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/comm/make_transport.h"
#include "runtime/policy/worth_waiting.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sched.h>
#include <unistd.h>

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

namespace hydra::rt {
namespace {

constexpr int message_tag = 1;

void check(int result, const char* call) {
    if (result == MPI_SUCCESS)
        return;
    char reason[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(result, reason, &length);
    fail("", text(call, ": ", reason));
}

class MpiTransport final : public Transport {
  public:
    MpiTransport(int rank, int size) : Transport(rank, size) {}

    void receive(int from, void* data, std::size_t bytes) override {
        for_chunks(
            bytes,
            [&](std::size_t at, int count) {
                MPI_Request request;
                check(MPI_Irecv(static_cast<char*>(data) + at, count, MPI_BYTE, from, message_tag, MPI_COMM_WORLD,
                                &request),
                      "MPI_Irecv");
                requests_.push_back(request);
                peers_.push_back(from);
            });
    }

    void send(int to, const void* data, std::size_t bytes) override {
        for_chunks(
            bytes,
            [&](std::size_t at, int count) {
                MPI_Request request;
                check(MPI_Isend(static_cast<const char*>(data) + at, count, MPI_BYTE, to, message_tag, MPI_COMM_WORLD,
                                &request),
                      "MPI_Isend");
                requests_.push_back(request);
                peers_.push_back(to);
            });
    }

    void wait() override {
        constexpr std::size_t most = 1 << 20; // requests completed by one call: its count is an int
        Waiting waiting(*this);
        for (std::size_t at = 0; at < requests_.size(); at += most) {
            int count = static_cast<int>(std::min(most, requests_.size() - at)), done = 0, looks = 0;
            // Looking by itself, and not MPI_Waitall, since that one would never say for whom it waits.
            for (;;) {
                check(MPI_Testall(count, requests_.data() + at, &done, MPI_STATUSES_IGNORE), "MPI_Testall");
                if (done != 0)
                    break;
                begin_idle();
                if (++looks < worth::looks_before_yield)
                    continue;
                looks = 0;
                sched_yield();
                if (waiting.too_long())
                    waiting.complain(first_pending(at));
            }
        }
        end_idle();
        requests_.clear();
        peers_.clear();
    }

    void progress() override {
        int done = 0;
        if (!requests_.empty())
            check(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE),
                  "MPI_Testall");
        if (done != 0) {
            requests_.clear();
            peers_.clear();
        }
    }

    [[noreturn]] void abort(int status) override {
        MPI_Abort(MPI_COMM_WORLD, status);
        leave_process(status);
    }

    // The first rank's abort ends the others while they sleep.
    bool claim_end() override {
        constexpr useconds_t turn = 50'000;
        usleep(turn * static_cast<useconds_t>(std::min(rank(), 20)));
        return true;
    }

    void finish() override { check(MPI_Finalize(), "MPI_Finalize"); }

    void limit_pieces(std::size_t bytes) override { limit_ = bytes; }
    bool polls() const override { return true; }
    std::string name() const override { return "MPI"; }

  private:
    template <class Use> void for_chunks(std::size_t bytes, Use use) const {
        for (std::size_t at = 0; at < bytes; at += limit_)
            use(at, static_cast<int>(std::min(limit_, bytes - at)));
    }

    // The peer of the first request from `at` on that is not complete.
    int first_pending(std::size_t at) const {
        for (; at + 1 < requests_.size(); ++at) {
            int done = 0;
            check(MPI_Request_get_status(requests_[at], &done, MPI_STATUS_IGNORE), "MPI_Request_get_status");
            if (done == 0)
                break;
        }
        return peers_[at];
    }

    std::size_t limit_ = 512ul << 20; // bytes of one MPI message
    std::vector<MPI_Request> requests_;
    std::vector<int> peers_; // of each request
};

// Whether something has started this process that would tell MPI of others: the variables that launchers set.
bool is_launched() {
    constexpr const char* variables[] = {
        "PMIX_RANK",       "PMIX_NAMESPACE",       "PMI_RANK",           "PMI_SIZE",
        "PMI_FD",          "OMPI_COMM_WORLD_SIZE", "SLURM_PROCID",       "MV2_COMM_WORLD_SIZE",
        "MPI_LOCALNRANKS", "ALPS_APP_PE",          "JSM_NAMESPACE_SIZE", "PALS_RANKID"};
    return std::any_of(std::begin(variables), std::end(variables),
                       [](const char* name) { return std::getenv(name) != nullptr; });
}

} // namespace

// A process that nobody has launched is the only rank. MPI need not know: to start it takes half a second.
std::unique_ptr<Transport> make_transport(int) {
    if (!is_launched())
        return std::make_unique<SoloTransport>();
    int given = MPI_THREAD_SINGLE;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given), "MPI_Init_thread");
    if (given < MPI_THREAD_FUNNELED)
        fail("", "this MPI cannot be used by programs with threads (MPI_THREAD_FUNNELED is not offered)");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int rank = 0, size = 1;
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
    check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
    return std::make_unique<MpiTransport>(rank, size);
}

} // namespace hydra::rt
