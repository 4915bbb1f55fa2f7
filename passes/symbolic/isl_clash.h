// The second question that isl answers: whether two different iterations of a parallel loop meet in one element. A
// proof must hold for every value of the parameters with which the loop does something; what only some values bring
// about is none, since the program may never use them.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hydra::passes {

class IslReader;

// All texts in isl's syntax. Relations map [iteration, inner loop variables …] to subscripts.
struct ClashQuestion {
    std::string parameters; // "[lo, hi, s1, …]"
    std::string context;    // formula: what is known of them
    std::string whole;      // formula: lo and hi are those of the whole loop
    std::string writes;     // relation of a write
    std::string touches;    // relation of another access, or of the same one
    // Relations of what the same iteration writes: elements of `touches` that do not count, since their value need not
    // come from another iteration.
    std::vector<std::string> covers;
    bool descending = false; // the loop runs from high iterations to low ones
    std::string stride = {}; // formula: by how much different iterations differ at least; empty: by one
    // The context without the sizes that happen to be known in this program; empty: the same.
    std::string any_size = {};
    IslReader* reader = nullptr; // of the region (IslBridge::reader); null: nothing is remembered
};

// Two iterations that meet.
struct Clash {
    std::int64_t writer = 0, other = 0; // iterations x
    std::vector<std::int64_t> element;  // subscripts
    std::map<std::string, std::int64_t> parameters;
    std::vector<std::string> needed; // parameters without whose values these two would not meet there
};

// Two iterations that meet for certain: for all possible values of the parameters with which both accesses happen and
// the loop runs at all, which means two iterations. Where it may run fewer, sizes that are known count as unknown: the
// number of iterations could follow from them (n / 2) without our seeing it. The smallest example is given, if possible
// one in which the write comes first. nullopt: not proved, or too complicated.
std::optional<Clash> proved_clash(const ClashQuestion& question);

// Two iterations that meet for all values of one parameter from a certain one on, and for none below, whatever the
// others are, where the loop runs and both accesses happen. nullopt: there is no such parameter, or too complicated.
struct ClashFrom {
    std::string parameter;
    std::int64_t value = 0; // the least
    Clash example;
};
std::optional<ClashFrom> clash_from(const ClashQuestion& question);

// Whether no two different iterations ever meet. false: they may, or too complicated.
bool never_clash(const ClashQuestion& question);

// A read of an array of which each iteration has its own, and what may have given the element its value.
struct OwnRead {
    ClashQuestion common; // parameters, context, whole, descending, any_size; touches: the read; covers are not used
    struct Cover {
        std::string write;
        unsigned shared_loops = 1; // first loops that stand around both, the directive's counted
        std::string in_front;      // rounds of these: { [of the read] -> [of the write] : the write comes first }
    };
    std::vector<Cover> before;  // happen whenever their domains say
    std::vector<Cover> perhaps; // may happen in front of it; shared_loops 0: in any round of inner loops
    // What iterations write. none: the question is whether anything but `before` could give the value.
    std::optional<std::vector<std::string>> writes;
};

// Whether all values come from the same iteration or from in front of the loop (where writes are given).
// false: not all, or too complicated.
bool stays_own(const OwnRead& read);
// An iteration that for certain reads what it has not written (and an earlier one has, where writes are given).
std::optional<Clash> proved_foreign(const OwnRead& read);

} // namespace hydra::passes
