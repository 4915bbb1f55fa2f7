// How a rank's iterations are cut: between its devices, between its threads, and into the blocks of reductions.
#pragma once

#include "runtime/directory/partition.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hydra::rt {

std::int64_t count_of(std::span<const Interval> intervals);
// The first `count` iterations of the intervals, which then have the others.
std::vector<Interval> take_first(std::vector<Interval>& intervals, std::int64_t count);
// What may be run side by side: the threads' shares; where there is one thread, and a device, whose work items are run
// side by side nevertheless, two halves of its share.
std::vector<std::vector<Interval>> side_by_side(std::vector<std::vector<Interval>> shares, bool offloads);
// The same iterations in more shares, eight or so: on a device, iterations of one share run side by side, too.
std::vector<std::vector<Interval>> cut_finely(std::vector<std::vector<Interval>> shares);
// The block, of so many, that the iteration belongs to.
std::int64_t block_of(std::int64_t number, std::int64_t total, std::int64_t blocks);
// Where so many iterations are cut for devices with these weights: one number more than there are devices, from 0 to
// `total`. blocks: cuts lie where one of so many reduction blocks begins, since what a block accumulates has to be in
// one device's memory; 0: anywhere.
std::vector<std::int64_t> cut_by_weight(std::int64_t total, std::int64_t blocks, std::span<const double> weights);

} // namespace hydra::rt
