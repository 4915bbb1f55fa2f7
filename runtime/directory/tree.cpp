// See tree.h. The sender is member 0 of its tree, the receivers follow in the order of ranks counted from it. Member m
// gets the region from m without its lowest set bit; the higher that bit, the earlier.
#include "runtime/directory/tree.h"

#include "runtime/policy/worth_directory.h"

#include <algorithm>
#include <bit>

namespace hydra::rt {

void spread(std::vector<Transfer>& transfers, int ranks) {
    std::vector<std::size_t> order(transfers.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto distance = [&](std::size_t i) { return (transfers[i].to - transfers[i].from + ranks) % ranks; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return transfers[a].from != transfers[b].from ? transfers[a].from < transfers[b].from
                                                      : distance(a) < distance(b);
    });
    std::vector<bool> done(transfers.size(), false);
    for (std::size_t first = 0; first < order.size(); ++first) {
        if (done[first])
            continue;
        const Transfer& model = transfers[order[first]];
        const int root = model.from;
        std::vector<std::size_t> members;
        for (std::size_t i = first; i < order.size(); ++i) {
            if (done[i]) // and perhaps has another sender by now
                continue;
            if (transfers[order[i]].from != root)
                break;
            if (transfers[order[i]].region == model.region) {
                members.push_back(order[i]);
                done[i] = true;
            }
        }
        if (members.size() < worth::least_tree)
            continue;
        std::vector<int> ranks_of{root};
        for (const std::size_t member : members)
            ranks_of.push_back(transfers[member].to);
        const int levels = std::bit_width(members.size());
        for (std::size_t m = 1; m <= members.size(); ++m) {
            Transfer& transfer = transfers[members[m - 1]];
            transfer.from = ranks_of[m & (m - 1)];
            transfer.round = levels - 1 - std::countr_zero(m);
        }
    }
}

} // namespace hydra::rt
