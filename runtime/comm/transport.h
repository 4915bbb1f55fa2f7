// How ranks talk: byte buffers between pairs of ranks, in order for each pair, without blocking until wait(). This is
// the whole of what MPI and shared memory must offer; barriers, broadcasts and gathers are built from it here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hydra::rt {

class Transport {
  public:
    Transport(int rank, int size) : rank_(rank), size_(size) {}
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    int rank() const { return rank_; }
    int size() const { return size_; }

    // Posts a receive of exactly `bytes` bytes from rank `from`, or a send to rank `to`. The n-th send to a rank meets
    // the n-th receive posted there for this one, and their sizes must be equal. A peer is never the rank itself. The
    // memory belongs to the transport until wait() returns.
    virtual void receive(int from, void* data, std::size_t bytes) = 0;
    virtual void send(int to, const void* data, std::size_t bytes) = 0;
    // Completes all that is posted.
    virtual void wait() = 0;
    // Moves what can be moved without waiting.
    virtual void progress() = 0;
    // Ends all ranks with this status.
    [[noreturn]] virtual void abort(int status) = 0;
    // Before abort() by a rank that has something to say first: whether it is the one to say it. (Where that cannot be
    // known, it is likely.)
    virtual bool claim_end() { return true; }
    // The last call: all ranks are there.
    virtual void finish() = 0;
    // No piece on the wire is larger than this; the same on all ranks, and nothing is posted while it changes.
    virtual void limit_pieces(std::size_t bytes) { (void)bytes; }
    // What the next waits are for, named in the line that a long one prints: a place in the program and what travels
    // (may be empty). Both stay readable until the next call.
    void waits_in(const char* at, const char* what) {
        at_ = at;
        what_ = what;
    }
    // How many seconds a wait lasts before it prints that line.
    void set_patience(double seconds) { patience_ = seconds; }
    double patience() const { return patience_; }
    // Seconds, since the start, in which this rank waited and nothing moved, as far as the transport can tell.
    double waited() const { return waited_; }

    // Whether a rank that waits keeps its core busy.
    virtual bool polls() const { return false; }
    // "MPI", "shared memory": for people.
    virtual std::string name() const = 0;

    // These are called by all ranks in the same order, with nothing else posted.
    void barrier();
    // Rank root's bytes to all.
    void broadcast(int root, void* data, std::size_t bytes);
    // Each rank's `bytes` bytes, in rank order, in `all` (size() * bytes) on rank root; `all` is unused elsewhere.
    void gather(int root, const void* mine, std::size_t bytes, void* all);

  protected:
    // One wait's clock: asked from time to time while nothing moves, prints one line when patience is over.
    class Waiting {
      public:
        explicit Waiting(const Transport& transport) : transport_(transport) {}
        // Whether the line is due, once.
        bool too_long();
        void complain(int peer) const;

      private:
        const Transport& transport_;
        double since_ = -1; // when it was asked first
        bool said_ = false;
    };

    // Nothing moves from now on; something does again.
    void begin_idle();
    void end_idle();

  private:
    int rank_;
    int size_;
    const char* at_ = "";
    const char* what_ = "";
    double patience_ = 60;
    double waited_ = 0, idle_since_ = 0; // 0: it is not
};

// The transport of a program with one rank and nobody to talk to.
class SoloTransport final : public Transport {
  public:
    SoloTransport() : Transport(0, 1) {}
    void receive(int from, void* data, std::size_t bytes) override;
    void send(int to, const void* data, std::size_t bytes) override;
    void wait() override {}
    void progress() override {}
    [[noreturn]] void abort(int status) override;
    void finish() override {}
    std::string name() const override { return "none"; }
};

} // namespace hydra::rt
