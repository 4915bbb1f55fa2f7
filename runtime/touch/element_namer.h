// How a loop or site looks at an allocation: what messages need to name its elements as the program does.
#pragma once

#include "runtime/touch/footprint.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hydra::rt {

struct ElementNamer {
    std::string name;           // of the slot
    std::int64_t offset = 0;    // of the slot's pointer in the allocation
    std::int64_t elem = 0;      // bytes; 0: nothing has looked yet
    std::vector<long> len = {}; // of the dimensions 1..D-1
    int type = 0;               // hydra_rt_look::type
    int subscripts = 0;         // hydra_rt_look::subscripts
    // hydra_rt_look's; the latter two lie in the program's descriptors
    std::int64_t record = 0;
    const hydra_rt_member* members = nullptr;
    const long* rows = nullptr;
    // Where the rows begin that the slot's tables of pointers lead to, in the order of their offsets in the allocation,
    // with the subscripts that lead there ("[2]"). None: the slot's own pointer leads to the elements.
    std::vector<std::pair<std::int64_t, std::string>> led = {};
    std::int64_t bytes = 0; // from the offset on, of an array that is a member of a struct; 0: to the allocation's end
};

// A member of one of the structs of an allocation.
struct MemberAt {
    const hydra_rt_member* member = nullptr;
    std::int64_t start = 0; // in the allocation
};

// `shape`: what the loop's footprint declares of the slot; `offset`: as ElementNamer has it.
ElementNamer namer_of(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape,
                      std::int64_t offset);
// Of several that look at one allocation, of which there is at least one: the last one that has the byte among its own.
const ElementNamer& namer_at(std::span<const ElementNamer> namers, std::int64_t at);
// The same as namer_of for the rows that a slot with tables of pointers leads to; who calls it adds where they begin.
ElementNamer namer_of_rows(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape);
// Where the elements of the row that holds the byte begin, in bytes of the allocation.
std::int64_t start_of(const ElementNamer& namer, std::int64_t at);
// The member that holds a byte of the allocation; none: it holds structs of which nothing is known, or the byte is
// padding.
std::optional<MemberAt> member_at(const ElementNamer& namer, std::int64_t at);
// The element that holds a byte of the allocation: "a[3][4]", with as many subscripts as the program writes, or
// "a[3].x".
std::string element_text(const ElementNamer& namer, const std::string& allocation_name, std::int64_t at);

} // namespace hydra::rt
