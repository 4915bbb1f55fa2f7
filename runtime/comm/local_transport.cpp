// See local_transport.h. A ring's two counters only grow; each is written by one side. Whoever moves bytes rings the
// other side's doorbell; a rank that finds nothing to move looks again for a moment (only where every rank has a core),
// yields, and then sleeps on its doorbell, so that more ranks than cores cost no time in busy waiting. To yield is the
// cheapest way on to the next rank, but where other programs want the cores too, it gives them a whole time slice, and
// then sleeping, out of which a rank is woken before its turn, is many times faster.
#include "runtime/comm/local_transport.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/policy/worth_waiting.h"

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstring>
#include <linux/futex.h>
#include <new>
#include <sched.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace hydra::rt {
namespace {

constexpr std::size_t page = 4096;
// A sleeper looks again after this long even when nobody rang: a lost peer is the supervisor's to find, so this is only
// a safety net.
constexpr long longest_sleep_ns = 100'000'000;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

struct WorldHeader {
    std::atomic<std::uint32_t> failed{0};
    std::atomic<std::uint64_t> mark{0};
};

std::size_t header_bytes(int ranks) {
    return round_up(64 + static_cast<std::size_t>(ranks) * sizeof(LocalWorld::Bell), page);
}

} // namespace

LocalWorld::LocalWorld(int ranks, std::size_t ring_bytes)
    : ranks_(ranks), ring_bytes_(ring_bytes), stride_(sizeof(Ring) + round_up(ring_bytes, 64)) {
    map(MAP_ANONYMOUS, -1);
}

LocalWorld::LocalWorld(int file, int ranks, std::size_t ring_bytes)
    : ranks_(ranks), ring_bytes_(ring_bytes), stride_(sizeof(Ring) + round_up(ring_bytes, 64)) {
    map(0, file);
}

std::size_t LocalWorld::bytes_of(int ranks, std::size_t ring_bytes) {
    const auto pairs = static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks);
    return header_bytes(ranks) + pairs * (sizeof(Ring) + round_up(ring_bytes, 64));
}

void LocalWorld::map(int flags, int file) {
    void* memory = mmap(nullptr, bytes_of(ranks_, ring_bytes_), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_NORESERVE | flags, file, 0);
    if (memory == MAP_FAILED)
        throw std::runtime_error(text("no shared memory for ", ranks_, " ranks: ", std::strerror(errno)));
    // The mapping is zero, and zero is what every counter starts with: nothing is touched here.
    memory_ = static_cast<char*>(memory);
}

LocalWorld::Bell& LocalWorld::bell(int rank) const { return reinterpret_cast<Bell*>(memory_ + 64)[rank]; }

LocalWorld::Ring& LocalWorld::ring(int from, int to) const {
    std::size_t index =
        static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks_) + static_cast<std::size_t>(to);
    return *reinterpret_cast<Ring*>(memory_ + header_bytes(ranks_) + index * stride_);
}

char* LocalWorld::ring_data(int from, int to) const { return reinterpret_cast<char*>(&ring(from, to)) + sizeof(Ring); }

std::atomic<std::uint32_t>& LocalWorld::failed() const { return reinterpret_cast<WorldHeader*>(memory_)->failed; }

std::atomic<std::uint64_t>& LocalWorld::mark() const { return reinterpret_cast<WorldHeader*>(memory_)->mark; }

bool LocalTransport::Courtesy::yield() {
    if (refusals_ > 0) {
        --refusals_;
        return false;
    }
    if (++yields_ % worth::timed_of_yields != 0) {
        sched_yield();
        return true;
    }
    const auto start = std::chrono::steady_clock::now();
    sched_yield();
    if (std::chrono::steady_clock::now() - start < std::chrono::microseconds(worth::long_yield_us))
        return true;
    penalty_ = std::clamp(2 * penalty_, worth::least_waits_without_yield, worth::most_waits_without_yield);
    refusals_ = penalty_;
    return true;
}

LocalTransport::LocalTransport(const LocalWorld& world, int rank)
    : Transport(rank, world.ranks()), world_(world), peers_(static_cast<std::size_t>(world.ranks())) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    sched_getaffinity(0, sizeof cores, &cores);
    spin_ = CPU_COUNT(&cores) >= world.ranks();
}

void LocalTransport::list(int rank) {
    Peer& peer = peers_[static_cast<std::size_t>(rank)];
    if (!peer.listed)
        active_.push_back(rank);
    peer.listed = true;
}

void LocalTransport::receive(int from, void* data, std::size_t bytes) {
    if (bytes == 0)
        return;
    peers_[static_cast<std::size_t>(from)].incoming.push_back({static_cast<char*>(data), bytes});
    list(from);
}

void LocalTransport::send(int to, const void* data, std::size_t bytes) {
    if (bytes == 0)
        return;
    // The piece is only read from; one struct serves both directions.
    peers_[static_cast<std::size_t>(to)].outgoing.push_back({const_cast<char*>(static_cast<const char*>(data)), bytes});
    list(to);
}

// What was moved is written, then the sleeper's flag is read; the sleeper sets the flag, then looks at what was moved.
// So one of the two sees the other, and a rank that is awake costs its peers no write to its bell.
void LocalTransport::wake(int rank) {
    LocalWorld::Bell& bell = world_.bell(rank);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (bell.asleep.load(std::memory_order_seq_cst) == 0)
        return;
    bell.rings.fetch_add(1, std::memory_order_seq_cst);
    syscall(SYS_futex, &bell.rings, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

bool LocalTransport::sleep_until_rung() {
    LocalWorld::Bell& bell = world_.bell(rank());
    const std::uint32_t heard = bell.rings.load(std::memory_order_seq_cst);
    bell.asleep.store(1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const bool moved = advance();
    timespec longest = {0, longest_sleep_ns};
    // Returns at once when the bell has rung since `heard` was read.
    if (!moved)
        syscall(SYS_futex, &bell.rings, FUTEX_WAIT, heard, &longest, nullptr, 0);
    bell.asleep.store(0, std::memory_order_seq_cst);
    return moved;
}

bool LocalTransport::advance_incoming(int from, Peer& peer) {
    LocalWorld::Ring& ring = world_.ring(from, rank());
    const char* data = world_.ring_data(from, rank());
    std::size_t capacity = world_.ring_bytes();
    bool moved = false;
    while (!peer.incoming.empty()) {
        std::uint64_t taken = ring.taken.load(std::memory_order_relaxed);
        std::uint64_t ready = ring.written.load(std::memory_order_acquire) - taken;
        if (ready == 0)
            break;
        Piece& piece = peer.incoming.front();
        std::size_t start = (taken - ring.first.load(std::memory_order_relaxed)) % capacity;
        std::size_t bytes = std::min({piece.bytes, static_cast<std::size_t>(ready), capacity - start});
        std::memcpy(piece.data, data + start, bytes);
        ring.taken.store(taken + bytes, std::memory_order_release);
        moved = true;
        piece.data += bytes;
        piece.bytes -= bytes;
        if (piece.bytes == 0)
            peer.incoming.pop_front();
    }
    return moved;
}

bool LocalTransport::advance_outgoing(int to, Peer& peer) {
    LocalWorld::Ring& ring = world_.ring(rank(), to);
    char* data = world_.ring_data(rank(), to);
    std::size_t capacity = world_.ring_bytes();
    bool moved = false;
    while (!peer.outgoing.empty()) {
        std::uint64_t written = ring.written.load(std::memory_order_relaxed);
        const std::uint64_t taken = ring.taken.load(std::memory_order_acquire);
        std::size_t room = capacity - static_cast<std::size_t>(written - taken);
        if (room == 0)
            break;
        // An empty ring begins anew, in memory that has been touched and is still in the caches. The receiver looks
        // where it begins when it sees bytes in it, and then it stays.
        if (taken == written)
            ring.first.store(written, std::memory_order_relaxed);
        Piece& piece = peer.outgoing.front();
        std::size_t start = (written - ring.first.load(std::memory_order_relaxed)) % capacity;
        std::size_t bytes = std::min({piece.bytes, room, capacity - start});
        std::memcpy(data + start, piece.data, bytes);
        ring.written.store(written + bytes, std::memory_order_release);
        moved = true;
        piece.data += bytes;
        piece.bytes -= bytes;
        if (piece.bytes == 0)
            peer.outgoing.pop_front();
    }
    return moved;
}

// One look at every peer with something posted; true when anything moved.
bool LocalTransport::advance() {
    bool moved = false;
    for (std::size_t i = 0; i < active_.size();) {
        int rank_of_peer = active_[i];
        Peer& peer = peers_[static_cast<std::size_t>(rank_of_peer)];
        bool here = advance_outgoing(rank_of_peer, peer);
        here |= advance_incoming(rank_of_peer, peer);
        if (here)
            wake(rank_of_peer);
        moved |= here;
        if (peer.incoming.empty() && peer.outgoing.empty()) {
            peer.listed = false;
            active_[i] = active_.back();
            active_.pop_back();
        } else {
            ++i;
        }
    }
    return moved;
}

void LocalTransport::wait() {
    int idle = 0;
    Waiting waiting(*this);
    const int spins = spin_ ? worth::spins_with_own_core : 0;
    while (!active_.empty()) {
        if (advance()) {
            end_idle();
            idle = 0;
            continue;
        }
        begin_idle();
        if (++idle <= spins) {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        } else if (idle > spins + worth::yields_before_sleep || !courtesy_.yield()) {
            if (waiting.too_long())
                waiting.complain(active_.front());
            if (sleep_until_rung())
                idle = 0;
        }
    }
    end_idle();
}

void LocalTransport::abort(int status) {
    world_.failed().store(1);
    leave_process(status);
}

bool LocalTransport::claim_end() { return world_.failed().exchange(1) == 0; }

void LocalTransport::finish() {
    barrier();
    world_.bell(rank()).finished.store(1);
}

} // namespace hydra::rt
