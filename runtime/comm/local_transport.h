// Ranks as processes of one machine over shared memory. A LocalWorld is mapped before the processes are forked; it
// holds one ring buffer for every ordered pair of ranks (its pages are touched only when that pair talks) and one
// doorbell a rank, on which a rank without work sleeps. A supervisor process forks the ranks and ends them all when
// one of them dies. Ranks that MPI has started on one machine can talk through such a world too (shared_node.h).
#pragma once

#include "runtime/comm/transport.h"
#include "runtime/policy/worth_waiting.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

namespace hydra::rt {

constexpr std::size_t default_ring_bytes = worth::ring_bytes;

// The shared memory of a run. Made once, before the ranks exist; never unmapped, since it ends with the processes.
class LocalWorld {
  public:
    // Throws std::runtime_error where the memory cannot be had. ring_bytes: a power of two.
    LocalWorld(int ranks, std::size_t ring_bytes = default_ring_bytes);
    // The same over a file of bytes_of() zeros, which other processes map too.
    LocalWorld(int file, int ranks, std::size_t ring_bytes);
    static std::size_t bytes_of(int ranks, std::size_t ring_bytes);

    struct Bell {
        alignas(64) std::atomic<std::uint32_t> rings{0};
        std::atomic<std::uint32_t> asleep{0};
        std::atomic<std::uint32_t> finished{0}; // the rank has left the last barrier
    };
    struct Ring {
        alignas(64) std::atomic<std::uint64_t> written{0}; // bytes ever put in, by the sender
        std::atomic<std::uint64_t> first{0};               // the byte that lies at the ring's beginning, by the sender
        alignas(64) std::atomic<std::uint64_t> taken{0};   // bytes ever taken out, by the receiver
    };

    int ranks() const { return ranks_; }
    std::size_t ring_bytes() const { return ring_bytes_; }
    Bell& bell(int rank) const;
    Ring& ring(int from, int to) const;
    char* ring_data(int from, int to) const;
    std::atomic<std::uint32_t>& failed() const; // a rank ended the run and has said why
    std::atomic<std::uint64_t>& mark() const;   // by which those who map a file tell that it is the same one

  private:
    void map(int flags, int file);

    int ranks_;
    std::size_t ring_bytes_;
    std::size_t stride_; // from one ring to the next
    char* memory_;
};

class LocalTransport : public Transport {
  public:
    LocalTransport(const LocalWorld& world, int rank);
    void receive(int from, void* data, std::size_t bytes) override;
    void send(int to, const void* data, std::size_t bytes) override;
    void wait() override;
    void progress() override { advance(); }
    [[noreturn]] void abort(int status) override;
    bool claim_end() override;
    void finish() override;
    std::string name() const override { return "shared memory"; }

  private:
    struct Piece {
        char* data;
        std::size_t bytes;
    };
    struct Peer {
        std::deque<Piece> incoming;
        std::deque<Piece> outgoing;
        bool listed = false; // is in active_
    };
    // Whether to yield before sleeping. Where that gives the core to somebody who keeps it, not again for some time.
    class Courtesy {
      public:
        // Yields, or refuses to.
        bool yield();

      private:
        int yields_ = 0;   // since one was timed
        int refusals_ = 0; // left
        int penalty_ = 0;  // as many as they were at first
    };

    bool advance();
    bool advance_incoming(int from, Peer& peer);
    bool advance_outgoing(int to, Peer& peer);
    void list(int rank);
    void wake(int rank);
    // Whether anything moved; else it has slept.
    bool sleep_until_rung();

    LocalWorld world_;
    std::vector<Peer> peers_;
    std::vector<int> active_; // peers with something posted
    bool spin_;               // every rank has a core of its own
    Courtesy courtesy_;
};

// Forks the ranks of a world. In each rank it returns the rank's number; in the calling process it never returns: that
// one waits for the ranks, ends all when one dies, and exits with the status of the run (rank 0's; 128 + the signal's
// number where a signal killed a rank).
int fork_ranks(const LocalWorld& world);

} // namespace hydra::rt
