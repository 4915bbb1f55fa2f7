// See shared_node.h. Rank 0 makes a file that exists in memory only; the others open it by way of /proc, by rank 0's
// process and the file's number, and see by a random mark in it that it is the right one. It has no name that could
// stay behind, and is gone with the last rank.
#include "runtime/comm/shared_node.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/comm/local_transport.h"

#include <algorithm>
#include <fcntl.h>
#include <optional>
#include <random>
#include <stdexcept>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace hydra::rt {
namespace {

constexpr const char* file_name = "hydra-ranks";

// Closed when it is mapped, which keeps what is in it.
class File {
  public:
    explicit File(int number) : number_(number) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (number_ >= 0)
            close(number_);
    }
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_;
};

// Where rank 0 has the file.
struct Place {
    pid_t process = 0;
    int file = -1; // -1: there is none
    std::uint64_t mark = 0;
};

std::optional<LocalWorld> map(int file, int ranks) {
    try {
        return LocalWorld(file, ranks, default_ring_bytes);
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

int make_file(int ranks) {
    const int file = memfd_create(file_name, MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, static_cast<off_t>(LocalWorld::bytes_of(ranks, default_ring_bytes))) != 0) {
        close(file);
        return -1;
    }
    return file;
}

// Another rank's file; -1 where that number is no such file, or cannot be opened.
int open_file(const Place& place, int ranks) {
    const std::string path = text("/proc/", place.process, "/fd/", place.file);
    char target[64];
    const ssize_t length = readlink(path.c_str(), target, sizeof target);
    if (length < 0 ||
        !std::string_view(target, static_cast<std::size_t>(length)).starts_with(text("/memfd:", file_name)))
        return -1;
    const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    struct stat status = {};
    if (file >= 0 && (fstat(file, &status) != 0 ||
                      status.st_size != static_cast<off_t>(LocalWorld::bytes_of(ranks, default_ring_bytes)))) {
        close(file);
        return -1;
    }
    return file;
}

class NodeTransport final : public LocalTransport {
  public:
    NodeTransport(const LocalWorld& world, std::unique_ptr<Transport> launched)
        : LocalTransport(world, launched->rank()), mark_(world.mark()), launched_(std::move(launched)) {}

    [[noreturn]] void abort(int status) override {
        launched_->abort(status);
        leave_process(status);
    }
    // The mark has done its work by then. Nobody waits for anything here, as ranks in a loop may never come to wait.
    bool claim_end() override { return mark_.exchange(claimed) != claimed; }
    void finish() override {
        barrier();
        launched_->finish();
    }
    std::string name() const override { return launched_->name() + " through shared memory"; }

  private:
    static constexpr std::uint64_t claimed = ~std::uint64_t{0}; // no mark, which has 32 bits
    std::atomic<std::uint64_t>& mark_;                          // of all ranks
    std::unique_ptr<Transport> launched_;
};

} // namespace

std::unique_ptr<Transport> through_memory(std::unique_ptr<Transport> launched) {
    const int ranks = launched->size();
    const bool makes = launched->rank() == 0;
    Place place;
    if (makes)
        place = {static_cast<pid_t>(syscall(SYS_getpid)), make_file(ranks), std::random_device()()};
    const File made(place.file);
    std::optional<LocalWorld> world = place.file < 0 ? std::nullopt : map(place.file, ranks);
    if (world)
        world->mark().store(place.mark);
    else
        place.file = -1;
    launched->broadcast(0, &place, sizeof place);
    const File opened(makes || place.file < 0 ? -1 : open_file(place, ranks));
    if (opened.number() >= 0)
        world = map(opened.number(), ranks);
    unsigned char good = world && world->mark().load() == place.mark ? 1 : 0;
    std::vector<unsigned char> all(static_cast<std::size_t>(ranks));
    launched->gather(0, &good, 1, all.data());
    good = std::all_of(all.begin(), all.end(), [](unsigned char one) { return one != 0; }) ? 1 : 0;
    launched->broadcast(0, &good, 1);
    if (good == 0)
        return launched;
    return std::make_unique<NodeTransport>(*world, std::move(launched));
}

} // namespace hydra::rt
