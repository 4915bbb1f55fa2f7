// Whether to share the program out among the ranks is worth it. Every rank can run everything on everything, which is
// the sequential program, without a message: the floor. To share out costs planning, looking and messages, and saves
// the iterations that others run. Both are counted, not timed, so that every run decides alike, and all ranks do, since
// they agree on what they have counted. Losses are remembered until gains make up for them, gains only as far as they
// do that: the balance is that of the worst stretch of the run up to now.
#pragma once
#include "runtime/policy/worth_floor.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace hydra::rt {

// What a rank has counted since the start of the program.
struct Effort {
    std::int64_t launches = 0, sites = 0; // that ranks shared, or were to; that looked at something
    std::int64_t plans = 0, planned = 0;  // made, and the allocations and message pieces in them
    std::int64_t ranges = 0;              // that operations on sets have gone through
    std::int64_t runs = 0;                // of what inspectors have found, in plans that were made
    std::int64_t pieces = 0;              // allocations and message pieces of all launches
    std::int64_t pointers = 0, rows = 0;  // followed, to so many rows
    std::int64_t notes = 0;               // of inspectors
    std::int64_t copied = 0;              // bytes of private copies of arrays
    std::int64_t compared = 0;            // bytes of twins of what is only maybe written
    std::int64_t messages = 0, bytes = 0; // sent
    double shared = 0, whole = 0;         // operations of launches that ranks shared, and that each of them ran
    // Of once(): what loops took for their first launch since ranks share what they share. The next ones may need
    // nothing of it. counted: how much of once() has been looked at for that.
    double invested = 0, counted = 0;

    // What it took to know what launches touch and what moves.
    [[nodiscard]] double once() const {
        using namespace worth;
        return of(plans, ns_a_plan) + of(planned, ns_a_planned_piece) + of(ranges, ns_a_range) +
               of(runs, ns_a_planned_run) + of(rows, ns_a_row) + of(notes, ns_a_note);
    }
    [[nodiscard]] double cost() const {
        using namespace worth;
        return once() + of(launches, ns_a_launch) + of(sites, ns_a_site) + of(pieces, ns_a_piece) +
               of(pointers, ns_a_pointer) + of(copied, ns_a_copied_byte) + of(compared, ns_a_compared_byte) +
               of(messages, ns_a_message) + of(bytes, ns_a_byte);
    }
    // What others have run for this rank.
    [[nodiscard]] double gain(int ranks) const { return shared * worth::ns_an_operation * (1 - 1.0 / ranks); }
    // What it has run itself.
    [[nodiscard]] double work(int ranks) const { return (shared / ranks + whole) * worth::ns_an_operation; }

  private:
    static double of(std::int64_t count, double rate) { return static_cast<double>(count) * rate; }
};

// In nanoseconds, and the same on all ranks. Whoever buys what he could rent pays at most twice the least if he waits
// until the rents would have paid for it (ski rental). So at the floor ranks wait until sharing would have saved what
// it may then lose: what it was refused for, or twice as much as the last time; and longer, where it has lost already.
// What loops take for their first launches is spent, whatever is decided then, and may serve the next ones: twice as
// much of it is borne.
class Account {
  public:
    // Nobody may go to the floor before.
    void open() { is_open_ = true; }
    // There is no room for the floor: all is shared, whatever that costs.
    void close() { is_open_ = is_refused_ = false; }

    // What ranks have agreed on for the steps since the last time. invested: of the cost (Effort::invested).
    void add(double cost, double gain, double work, double invested = 0) {
        run_ += cost + work;
        loss_ = std::max(0.0, loss_ + cost - gain);
        invested_ = std::min(loss_, invested_ + invested);
        stretch_ += loss_ == 0 ? 1 : 0;
    }
    // Whether the floor is worth what it takes to bring everything to all ranks.
    [[nodiscard]] bool is_lost(double return_price) const {
        return is_open_ && (is_refused_ || loses_again(return_price) || loss_ > most_invested() + return_price);
    }
    // Whether the next thing that has to be known for sharing would lose too much by itself.
    [[nodiscard]] bool would_lose(double cost) const { return is_open_ && loss_ + cost > most_invested(); }
    // What may be lost yet before it does.
    [[nodiscard]] double left() const { return std::max(0.0, most_invested() - loss_); }
    [[nodiscard]] bool is_open() const { return is_open_; }
    // It is not done for this reason. The ranks go to the floor after this step.
    void refuse(double cost) {
        is_refused_ = true;
        price_ = std::max(price_, cost);
    }
    [[nodiscard]] bool is_refused() const { return is_refused_; }

    // A number for what is shared now: launches that are known by an older one have paid for themselves since.
    [[nodiscard]] std::int64_t stretch() const { return stretch_; }

    // Every rank runs everything from here on.
    void to_floor() {
        const bool is_spent = !is_refused_ && !loses_again(0); // the launches as such may save something
        if (!is_spent) // else, what has been shared since has paid for itself in between
            lost_from_ = stretch_ != since_floor_ ? stretch_ : std::min(lost_from_, stretch_);
        price_ = std::max({price_, loss_, worth::ns_until_again});
        patience_ = is_refused_ ? 1 : is_spent ? worth::most_of_investment : worth::patience_after_loss;
        stake_ = is_spent ? worth::most_of_investment : 1;
        allowed_ = 0;
        loss_ = invested_ = forgone_ = 0;
        is_refused_ = false;
    }
    // A launch at the floor, of which others would have run so much. shared_in: the stretch in which its loop was
    // shared last: what has lost then is taken to lose again. True: ranks are to share from here on.
    bool forgoes(double gain, std::int64_t shared_in) {
        const double part = shared_in >= lost_from_ ? worth::part_of_what_lost : 1;
        forgone_ += part * std::max(0.0, gain - worth::ns_a_launch);
        if (forgone_ <= patience_ * price_)
            return false;
        allowed_ = stake_ * std::exchange(price_, 2 * price_);
        since_floor_ = ++stretch_;
        return true;
    }

  private:
    // What sharing takes each time is more than it saves.
    [[nodiscard]] bool loses_again(double return_price) const { return loss_ - invested_ > allowance() + return_price; }
    [[nodiscard]] double most_invested() const {
        return allowed_ > 0 ? allowed_ : worth::most_of_investment * allowance();
    }
    [[nodiscard]] double allowance() const {
        return allowed_ > 0 ? allowed_ : worth::ns_of_loss + worth::part_of_loss * run_;
    }

    bool is_open_ = false, is_refused_ = false;
    double run_ = 0, loss_ = 0;       // counted so far; not made up for
    double invested_ = 0;             // of that
    double forgone_ = 0, price_ = 0;  // at the floor
    double patience_ = 1, stake_ = 1; // times the price: to be forgone until ranks share again; to be lost then
    double allowed_ = 0;              // to lose, since the floor has been left; 0: it has never been
    std::int64_t stretch_ = 1;        // loops that nobody has shared have 0
    std::int64_t since_floor_ = 0, lost_from_ = INT64_MAX;
};

} // namespace hydra::rt
