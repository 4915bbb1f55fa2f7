// Shared-memory ranks as forked processes: random messages of random sizes between all pairs, through rings of every
// size down to a few bytes; broadcasts and gathers from every root.
#include "runtime/comm/local_transport.h"
#include "runtime/comm/shared_node.h"

#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

using namespace hydra::rt;

namespace {

// Runs `body` in `ranks` processes; true when all of them return true within a minute.
bool on_ranks(int ranks, std::size_t ring_bytes, const std::function<bool(Transport&)>& body) {
    LocalWorld world(ranks, ring_bytes);
    std::vector<pid_t> processes;
    for (int rank = 0; rank < ranks; ++rank) {
        pid_t process = fork();
        if (process == 0) {
            alarm(60);
            LocalTransport transport(world, rank);
            bool good = body(transport);
            transport.finish();
            _exit(good ? 0 : 1);
        }
        processes.push_back(process);
    }
    bool good = true;
    for (pid_t process : processes) {
        int status = 0;
        waitpid(process, &status, 0);
        good = good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return good;
}

unsigned char byte_of(int from, int to, int round, std::size_t at) {
    return static_cast<unsigned char>(from * 31 + to * 17 + round * 7 + static_cast<int>(at % 251));
}

// Every pair exchanges a few messages a round; sizes come from a generator that both ends share.
bool exchange_randomly(Transport& transport, std::size_t largest) {
    for (int round = 0; round < 6; ++round) {
        std::vector<std::vector<unsigned char>> incoming, outgoing;
        std::vector<int> senders;
        for (int peer = 0; peer < transport.size(); ++peer) {
            if (peer == transport.rank())
                continue;
            std::mt19937 in_sizes(static_cast<unsigned>(round * 10000 + peer * 100 + transport.rank()));
            std::mt19937 out_sizes(static_cast<unsigned>(round * 10000 + transport.rank() * 100 + peer));
            for (int message = 0; message < 3; ++message) {
                incoming.emplace_back(in_sizes() % largest);
                senders.push_back(peer);
                transport.receive(peer, incoming.back().data(), incoming.back().size());
                outgoing.emplace_back(out_sizes() % largest);
                for (std::size_t at = 0; at < outgoing.back().size(); ++at)
                    outgoing.back()[at] = byte_of(transport.rank(), peer, round * 3 + message, at);
                transport.send(peer, outgoing.back().data(), outgoing.back().size());
            }
        }
        transport.wait();
        for (std::size_t i = 0; i < incoming.size(); ++i)
            for (std::size_t at = 0; at < incoming[i].size(); ++at)
                if (incoming[i][at] != byte_of(senders[i], transport.rank(), round * 3 + static_cast<int>(i % 3), at))
                    return false;
    }
    return true;
}

bool broadcast_and_gather(Transport& transport) {
    for (int root = 0; root < transport.size(); ++root) {
        std::vector<int> values(100, transport.rank() == root ? root + 1000 : -1);
        transport.broadcast(root, values.data(), values.size() * sizeof(int));
        for (int value : values)
            if (value != root + 1000)
                return false;
        int mine = transport.rank() * 3;
        std::vector<int> all(static_cast<std::size_t>(transport.size()), -1);
        transport.gather(root, &mine, sizeof mine, all.data());
        if (transport.rank() == root)
            for (int rank = 0; rank < transport.size(); ++rank)
                if (all[static_cast<std::size_t>(rank)] != rank * 3)
                    return false;
        transport.barrier();
    }
    return true;
}

} // namespace

TEST_CASE("random exchanges arrive whole, in order, for every ring size") {
    for (int ranks : {2, 3, 7})
        for (std::size_t ring : {std::size_t{16}, std::size_t{4096}, default_ring_bytes}) {
            CAPTURE(ranks);
            CAPTURE(ring);
            CHECK(on_ranks(ranks, ring, [&](Transport& t) { return exchange_randomly(t, ring < 100 ? 300 : 60000); }));
        }
}

TEST_CASE("messages much larger than the ring") {
    CHECK(on_ranks(
        2, 4096, [](Transport& t) { return exchange_randomly(t, 4000000); }));
}

TEST_CASE("broadcast and gather with every root") {
    for (int ranks : {1, 2, 3, 4, 7})
        CHECK(on_ranks(ranks, default_ring_bytes, broadcast_and_gather));
}

TEST_CASE("launched ranks meet in a memory of their own, and leave by way of the launcher") {
    for (int ranks : {2, 5})
        CHECK(on_ranks(
            ranks, 64,
            [](Transport& launched) {
                // Forwards to the rank's transport, as MPI's would be there.
                struct Launched final : Transport {
                    explicit Launched(Transport& to) : Transport(to.rank(), to.size()), to_(to) {}
                    void receive(int from, void* data, std::size_t bytes) override { to_.receive(from, data, bytes); }
                    void send(int to, const void* data, std::size_t bytes) override { to_.send(to, data, bytes); }
                    void wait() override { to_.wait(); }
                    void progress() override { to_.progress(); }
                    [[noreturn]] void abort(int status) override { _exit(status); }
                    void finish() override { finished = true; }
                    std::string name() const override { return "launcher"; }
                    Transport& to_;
                    bool finished = false;
                };
                auto owned = std::make_unique<Launched>(launched);
                Launched& launcher = *owned;
                const std::unique_ptr<Transport> near = through_memory(std::move(owned));
                const bool good = near.get() != &launcher && near->rank() == launched.rank() &&
                                  exchange_randomly(*near, 60000) && broadcast_and_gather(*near);
                near->finish();
                return good && launcher.finished && near->name() == "launcher through shared memory";
            }));
}

TEST_CASE("a failing rank is seen by the test itself") {
    CHECK_FALSE(on_ranks(
        2, 4096, [](Transport& t) { return t.rank() == 0; }));
}
