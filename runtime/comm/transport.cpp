// See transport.h. Broadcasts go down a binomial tree over the ranks relative to the root; gathers are direct, since
// they carry a few bytes a rank.
#include "runtime/comm/transport.h"

#include "runtime/base/clock.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <unistd.h>

namespace hydra::rt {

bool Transport::Waiting::too_long() {
    const std::chrono::duration<double> since_start = std::chrono::steady_clock::now().time_since_epoch();
    const double now = since_start.count();
    if (since_ < 0)
        since_ = now;
    if (said_ || now - since_ < transport_.patience_)
        return false;
    return said_ = true;
}

void Transport::Waiting::complain(int peer) const {
    const Transport& t = transport_;
    std::string line = text("rank ", t.rank_, " waits for rank ", peer);
    if (*t.at_ != '\0')
        line += text(" in ", t.at_);
    if (*t.what_ != '\0')
        line += text(" (", t.what_, ")");
    rt::complain(line + text(" since ", std::lround(t.patience_), " s"));
}

void Transport::begin_idle() {
    if (idle_since_ == 0)
        idle_since_ = now();
}

void Transport::end_idle() {
    if (idle_since_ == 0)
        return;
    waited_ += now() - idle_since_;
    idle_since_ = 0;
}

void Transport::barrier() {
    char token = 0;
    std::vector<char> tokens(static_cast<std::size_t>(size_));
    gather(0, &token, 1, tokens.data());
    broadcast(0, &token, 1);
}

void Transport::broadcast(int root, void* data, std::size_t bytes) {
    if (bytes == 0)
        return;
    int relative = (rank_ - root + size_) % size_;
    int reach = 1; // the lowest set bit of the relative rank: from where its copy comes
    while (reach < size_ && (relative & reach) == 0)
        reach <<= 1;
    if (relative != 0) {
        receive((relative - reach + root) % size_, data, bytes);
        wait();
    }
    for (int step = reach >> 1; step > 0; step >>= 1)
        if (relative + step < size_)
            send((relative + step + root) % size_, data, bytes);
    wait();
}

void Transport::gather(int root, const void* mine, std::size_t bytes, void* all) {
    if (bytes == 0)
        return;
    if (rank_ != root) {
        send(root, mine, bytes);
    } else {
        char* target = static_cast<char*>(all);
        for (int from = 0; from < size_; ++from, target += bytes)
            if (from == rank_)
                std::memmove(target, mine, bytes);
            else
                receive(from, target, bytes);
    }
    wait();
}

void SoloTransport::receive(int, void*, std::size_t) { fail("", "internal error: a receive with one rank"); }
void SoloTransport::send(int, const void*, std::size_t) { fail("", "internal error: a send with one rank"); }
void SoloTransport::abort(int status) { leave_process(status); }

} // namespace hydra::rt
