// See texts.h.
#include "runtime/comm/texts.h"

#include <cstdint>
#include <utility>

namespace hydra::rt {

std::vector<std::string> gather_texts(Transport& transport, const std::string& mine) {
    const std::uint64_t bytes = mine.size();
    std::vector<std::uint64_t> all(static_cast<std::size_t>(transport.size()));
    transport.gather(0, &bytes, sizeof bytes, all.data());
    if (transport.rank() != 0) {
        transport.send(0, mine.data(), mine.size());
        transport.wait();
        return {};
    }
    std::vector<std::string> texts{mine};
    for (int rank = 1; rank < transport.size(); ++rank) {
        std::string text(all[static_cast<std::size_t>(rank)], '\0');
        transport.receive(rank, text.data(), text.size());
        transport.wait();
        texts.push_back(std::move(text));
    }
    return texts;
}

} // namespace hydra::rt
