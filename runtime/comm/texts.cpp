// See texts.h.
#include "runtime/comm/texts.h"

#include <cstdint>

namespace hydra::rt {

void each_text(Transport& transport, const std::string& mine, const std::function<void(const std::string&)>& f) {
    const std::uint64_t bytes = mine.size();
    std::vector<std::uint64_t> all(static_cast<std::size_t>(transport.size()));
    transport.gather(0, &bytes, sizeof bytes, all.data());
    if (transport.rank() != 0) {
        transport.send(0, mine.data(), mine.size());
        transport.wait();
        return;
    }
    f(mine);
    std::string text;
    for (int rank = 1; rank < transport.size(); ++rank) {
        text.resize(all[static_cast<std::size_t>(rank)]);
        transport.receive(rank, text.data(), text.size());
        transport.wait();
        f(text);
    }
}

std::vector<std::string> gather_texts(Transport& transport, const std::string& mine) {
    std::vector<std::string> texts;
    each_text(transport, mine, [&](const std::string& text) { texts.push_back(text); });
    return texts;
}

} // namespace hydra::rt
