// See flow.h. Sources are the tiles that wrote what is newest; a launch's tiles meet them where they read. Most readers
// read what their own rank wrote, so that sources without a reader elsewhere are passed over early.
#include "runtime/directory/flow.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace hydra::rt {

namespace {

bool meet(std::span<const Range> a, std::span<const Range> b) {
    for (std::size_t d = 0; d < a.size(); ++d)
        if (a[d].hi <= b[d].lo || b[d].hi <= a[d].lo)
            return false;
    return !a.empty() && !b.empty();
}

bool near(const Region& region, std::span<const Range> region_hull, std::span<const Range> hull) {
    if (region.empty() || !meet(region_hull, hull))
        return false;
    for (std::size_t i = 0; i < region.boxes(); ++i)
        if (meet(region.box(i), hull))
            return true;
    return false;
}

Region united(int dims, const std::vector<Region>& regions) {
    std::vector<const Region*> sets(regions.size());
    std::transform(regions.begin(), regions.end(), sets.begin(), [](const Region& region) { return &region; });
    return Region::unite(dims, sets);
}

void add(std::map<int, Region>& regions, int rank, const Region& region) {
    auto [at, fresh] = regions.try_emplace(rank, region);
    if (!fresh && !at->second.contains(region))
        at->second |= region;
}

} // namespace

std::optional<CommSpec> parse_comm(std::string_view text) {
    using Scheme = CommSpec::Scheme;
    constexpr std::pair<std::string_view, Scheme> names[] = {
        {"exact", Scheme::exact}, {"fop", Scheme::fop}, {"foifi", Scheme::foifi}, {"fo", Scheme::fo}};
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto named = std::find_if(std::begin(names), std::end(names),
                                    [&](const auto& name) { return name.first == text.substr(0, colon); });
    if (named == std::end(names))
        return std::nullopt;
    CommSpec spec;
    spec.scheme = named->second;
    if (colon == text.size())
        return spec;
    const std::string_view tile = text.substr(colon + 1);
    const auto [end, error] = std::from_chars(tile.data(), tile.data() + tile.size(), spec.tile);
    if (error != std::errc() || end != tile.data() + tile.size() || spec.tile < 1 || spec.scheme == Scheme::exact)
        return std::nullopt;
    return spec;
}

Redundancy Flow::read(CommSpec::Scheme scheme, std::span<const FlowTile> tiles, const DirState& state) {
    std::vector<std::vector<Range>> hulls;
    for (const FlowTile& tile : tiles)
        hulls.push_back(tile.read.hull());
    Redundancy redundancy;
    std::vector<Hit> hits;
    for (Source& source : sources_) {
        hits.clear();
        bool elsewhere = false;
        for (std::size_t t = 0; t < tiles.size(); ++t)
            if (near(tiles[t].read, hulls[t], source.hull))
                if (Region region = tiles[t].read & source.current; !region.empty()) {
                    hits.push_back({&tiles[t], std::move(region)});
                    elsewhere = elsewhere || tiles[t].rank != source.rank;
                }
        if (scheme == CommSpec::Scheme::fo && !hits.empty())
            flow_out(source, hits, state, redundancy);
        else if (scheme == CommSpec::Scheme::foifi && elsewhere)
            flow_sets(source, hits, state, redundancy);
        else if (scheme == CommSpec::Scheme::fop && elsewhere)
            partitioned(source, hits, state, redundancy);
    }
    return redundancy;
}

// The set may grow with each launch that reads. Who reads some for the first time gets all of it, what was written
// since included; who has had it before, what is new in it.
void Flow::flow_out(Source& source, const std::vector<Hit>& hits, const DirState& state, Redundancy& redundancy) {
    std::vector<Region> sets{source.out};
    for (const Hit& hit : hits)
        sets.push_back(hit.region);
    Region out = united(source.out.dims(), sets);
    const Region fresh = out - source.out;
    source.out = std::move(out);
    std::map<int, const Region*> sent;
    for (const int receiver : source.receivers)
        if (!fresh.empty())
            sent[receiver] = &fresh;
    for (const Hit& hit : hits)
        if (hit.tile->rank != source.rank && source.receivers.insert(hit.tile->rank).second)
            sent[hit.tile->rank] = &source.out;
    for (const auto& [receiver, region] : sent) {
        Region current = *region & source.current;
        if (const std::int64_t idle = region->count() - state.missing(receiver, current).count(); idle > 0)
            redundancy.filler[{source.rank, receiver}] += idle;
        add(redundancy.extra, receiver, current);
    }
}

// Each tile's part, whether or not its rank has it.
void Flow::flow_sets(const Source& source, const std::vector<Hit>& hits, const DirState& state,
                     Redundancy& redundancy) {
    std::map<int, std::vector<Region>> by_rank;
    for (const Hit& hit : hits)
        if (hit.tile->rank != source.rank)
            by_rank[hit.tile->rank].push_back(hit.region);
    for (const auto& [rank, regions] : by_rank) {
        std::int64_t sent = 0;
        for (const Region& region : regions)
            sent += region.count();
        const std::int64_t lacked = state.missing(rank, united(source.current.dims(), regions)).count();
        if (sent > lacked)
            redundancy.filler[{source.rank, rank}] += sent - lacked;
    }
}

// The parts differ in where their readers are: in tiles of lower numbers, of the same, of higher ones.
void Flow::partitioned(const Source& source, const std::vector<Hit>& hits, const DirState& state,
                       Redundancy& redundancy) {
    std::array<std::vector<Region>, 3> lists;
    for (const Hit& hit : hits) {
        const std::int64_t number = hit.tile->number;
        lists[number < source.number ? 0 : number == source.number ? 1 : 2].push_back(hit.region);
    }
    std::array<Region, 3> where;
    for (std::size_t c = 0; c < where.size(); ++c)
        where[c] = united(source.current.dims(), lists[c]);
    for (unsigned mask = 1; mask < 8; ++mask) {
        Region part = source.current;
        for (unsigned c = 0; c < 3 && !part.empty(); ++c)
            part = (mask >> c & 1u) != 0 ? part & where[c] : part - where[c];
        if (part.empty())
            continue;
        std::vector<Hit> receivers;
        for (const Hit& hit : hits)
            if (Region region = hit.region & part; !region.empty())
                receivers.push_back({hit.tile, std::move(region)});
        pack(source, part, receivers, state, redundancy);
    }
}

// Multicast: the part goes once to each rank. Unicast: each reading tile gets what it reads. The paper's conditions
// under which one of them moves nothing in vain, in its order; where none holds, multicast.
void Flow::pack(const Source& source, const Region& part, const std::vector<Hit>& hits, const DirState& state,
                Redundancy& redundancy) {
    const std::int64_t size = part.count();
    std::int64_t total = 0;
    bool all_read_all = true;
    std::set<int> ranks;
    for (const Hit& hit : hits) {
        total += hit.region.count();
        all_read_all = all_read_all && hit.region.count() == size;
        ranks.insert(hit.tile->rank);
    }
    const bool unicast = total == size || (!all_read_all && ranks.size() == hits.size() && ranks.size() > 1);
    std::map<int, std::vector<Region>> lacked;
    for (const Hit& hit : hits) {
        if (hit.tile->rank == source.rank)
            continue;
        if (unicast)
            lacked[hit.tile->rank].push_back(state.missing(hit.tile->rank, hit.region));
        else
            add(redundancy.extra, hit.tile->rank, part);
    }
    for (const auto& [rank, regions] : lacked) {
        std::int64_t sent = 0;
        for (const Region& region : regions)
            sent += region.count();
        if (const std::int64_t once = united(part.dims(), regions).count(); sent > once)
            redundancy.filler[{source.rank, rank}] += sent - once;
    }
}

void Flow::write(const FlowLaunch& launch, std::span<const FlowTile> tiles) {
    for (const FlowTile& tile : tiles) {
        forget(tile.write);
        forget(tile.maywrite);
    }
    std::map<std::pair<std::int64_t, int>, std::size_t> again; // sources that run again, by number and rank
    for (std::size_t s = 0; s < sources_.size(); ++s)
        if (sources_[s].launch == launch)
            again[{sources_[s].number, sources_[s].rank}] = s;
    for (const FlowTile& tile : tiles) {
        if (tile.write.empty())
            continue;
        const auto known = again.find({tile.number, tile.rank});
        if (known == again.end()) {
            sources_.push_back({launch, tile.number, tile.rank, tile.write, Region(dims_), {}, tile.write.hull()});
            continue;
        }
        Source& source = sources_[known->second];
        source.current |= tile.write;
        source.out = Region(dims_);
        source.receivers.clear();
        source.hull = source.current.hull();
    }
    std::erase_if(sources_, [](const Source& source) { return source.current.empty(); });
}

void Flow::forget(const Region& region) {
    if (region.empty())
        return;
    const std::vector<Range> hull = region.hull();
    for (Source& source : sources_)
        if (near(region, hull, source.hull))
            source.current -= region;
}

} // namespace hydra::rt
