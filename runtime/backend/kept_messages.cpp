// See kept_messages.h. Printing is rare here, so threads share one map.
#include "runtime/backend/kept_messages.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

namespace hydra::rt {
namespace {

KeptMessages* alive = nullptr;
thread_local long place = 0;

// A program that crashes in the loop says what it has said until then.
constexpr int crashes[] = {SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT, SIGTRAP};
struct sigaction before[std::size(crashes)];

void show_and_crash(int signal) {
    if (alive != nullptr)
        alive->show_kept();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

struct Head {
    long place;
    std::size_t bytes; // of the text behind it
};

std::string packed(const std::map<long, std::string>& texts) {
    std::string out;
    for (const auto& [at, text] : texts) {
        const Head head{at, text.size()};
        out.append(reinterpret_cast<const char*>(&head), sizeof head).append(text);
    }
    return out;
}

void unpack(const std::string& from, std::map<long, std::string>& texts) {
    for (std::size_t at = 0; at < from.size();) {
        Head head{};
        std::memcpy(&head, from.data() + at, sizeof head);
        texts[head.place].append(from, at + sizeof head, head.bytes);
        at += sizeof head + head.bytes;
    }
}

} // namespace

KeptMessages::KeptMessages() : stream_(fopencookie(this, "w", {nullptr, keep, nullptr, nullptr})), real_(stderr) {
    if (stream_ == nullptr)
        fail("", text("memory for a loop's messages: ", std::strerror(errno)));
    std::setvbuf(stream_, nullptr, _IONBF, 0);
    stderr = stream_;
    alive = this;
    struct sigaction action = {};
    action.sa_handler = show_and_crash;
    for (std::size_t i = 0; i < std::size(crashes); ++i) { // unless the program, or the runtime, handles it
        sigaction(crashes[i], nullptr, &before[i]);
        if (before[i].sa_handler == SIG_DFL)
            sigaction(crashes[i], &action, nullptr);
    }
}

KeptMessages::~KeptMessages() {
    for (std::size_t i = 0; i < std::size(crashes); ++i)
        if (before[i].sa_handler == SIG_DFL)
            sigaction(crashes[i], &before[i], nullptr);
    stderr = real_;
    alive = nullptr;
    std::fclose(stream_);
}

void KeptMessages::show_kept() {
    for (const auto& [at, text] : texts_)
        if (::write(fileno(real_), text.data(), text.size()) < 0)
            return;
}

bool KeptMessages::is_alive() { return alive != nullptr; }

void KeptMessages::begin_at(long at) { place = at; }

// The stream has no buffer, so the thread that prints calls it.
ssize_t KeptMessages::keep(void* self, const char* bytes, std::size_t count) {
    auto& messages = *static_cast<KeptMessages*>(self);
    const std::lock_guard lock(messages.mutex_);
    messages.texts_[place].append(bytes, count);
    return static_cast<ssize_t>(count);
}

void KeptMessages::print() {
    for (const auto& [at, text] : texts_)
        std::fwrite(text.data(), 1, text.size(), real_);
    texts_.clear();
}

void KeptMessages::print_all(Transport& transport) {
    const std::string mine = transport.rank() == 0 ? std::string() : packed(texts_);
    const std::size_t bytes = mine.size();
    std::vector<std::size_t> sizes(static_cast<std::size_t>(transport.size()));
    transport.gather(0, &bytes, sizeof bytes, sizes.data());
    if (transport.rank() != 0) {
        if (bytes > 0)
            transport.send(0, mine.data(), bytes);
        transport.wait();
        texts_.clear();
        return;
    }
    std::vector<std::string> others;
    others.reserve(sizes.size());
    for (const std::size_t size : sizes)
        others.emplace_back(size, '\0');
    for (int rank = 1; rank < transport.size(); ++rank)
        if (std::string& other = others[static_cast<std::size_t>(rank)]; !other.empty())
            transport.receive(rank, other.data(), other.size());
    transport.wait();
    for (const std::string& other : others)
        unpack(other, texts_);
    print();
}

} // namespace hydra::rt
