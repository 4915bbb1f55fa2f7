// What stands before each message of a launch, so that ranks that have come to disagree say so and do not hang or
// compute on.
#pragma once

#include <cstdint>

namespace hydra::rt {

struct Header {
    std::uint64_t sequence; // launches and transfers before this one
    std::uint64_t key_hash;
    char at[48]; // the loop or site, cut off where it is longer
};

Header make_header(std::uint64_t sequence, std::uint64_t key_hash, const char* at);
// Ends all ranks with a message where the header that came from a rank names another step.
void check(const Header& mine, const unsigned char* received, int from);

} // namespace hydra::rt
