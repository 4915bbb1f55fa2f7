// See header.h.
#include "runtime/comm/header.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {

Header make_header(std::uint64_t sequence, std::uint64_t key_hash, const char* at) {
    Header header = {sequence, key_hash, {}};
    std::size_t length = std::min(std::strlen(at), sizeof header.at - 1);
    std::memcpy(header.at, at + (std::strlen(at) - length), length); // the end of a path tells more than its start
    return header;
}

void check(const Header& mine, const unsigned char* received, int from) {
    Header theirs;
    std::memcpy(&theirs, received, sizeof theirs);
    if (theirs.sequence == mine.sequence && theirs.key_hash == mine.key_hash)
        return;
    theirs.at[sizeof theirs.at - 1] = '\0';
    fail(mine.at, text("ranks disagree: this rank is at step ", mine.sequence, ", rank ", from, " at step ",
                       theirs.sequence, " (", theirs.at, ")"));
}

} // namespace hydra::rt
