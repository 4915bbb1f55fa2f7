// Do ranks form a grid over an array? What has been chosen for arrays stays, since their rows and columns lie by it;
// all ranks choose alike, in the order of the launches.
#pragma once

#include "runtime/directory/partition.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hydra::rt {

class GridChoices {
  public:
    GridChoices(const PartitionSpec& partition, int ranks) : partition_(partition), ranks_(ranks) {}

    // An array over which a launch's ranks may form a grid.
    struct Array {
        std::int64_t rows, columns;
        double depth; // elements at one row and column
        double bytes; // of all
    };
    struct Formed {
        int group; // of loops
        std::int64_t rows, columns;
        RankGrid grid;
        Interval rows_used{}, columns_used{}; // positions of the launch for which it was formed
    };

    // The grid for a launch that may have one (hydra_rt_boxes::grid); one column: ranks have blocks of rows.
    RankGrid form(const PlanRequest& request, const Binding& binding, const Array& array);
    // The launch for which the last grid was formed used these positions.
    void note_used(const Interval& rows, const Interval& columns);
    // Of loops with such an array; nothing: none has been formed that has columns.
    [[nodiscard]] std::optional<Formed> formed(int group, std::int64_t rows, std::int64_t columns) const;
    // Where the user asks for one.
    [[nodiscard]] RankGrid asked() const;

    // How many grids have been formed; and the same with the waits that are over: plans are made for these choices.
    [[nodiscard]] std::size_t count() const { return formed_.size(); }
    [[nodiscard]] std::int64_t chosen() const { return static_cast<std::int64_t>(formed_.size()) + waited_; }
    // The loop is about to be launched again: whoever waits for a grid may have waited long enough.
    void count_launch(const hydra_rt_loop& loop) {
        for (Wait& wait : waits_)
            waited_ += wait.loop == &loop && ++wait.launches == wait.enough ? 1 : 0;
    }
    // What was chosen last, and why, for people; then nothing until there is another choice.
    std::string take_told() { return std::exchange(told_, {}); }

  private:
    // A loop that goes by rows, since nobody knows whether it has so many rounds that a grid saves more than it costs
    // to change places. When rows have cost as much, it changes: so it never costs more than twice what knowing would
    // have, as with skis that are rented until they could have been bought.
    struct Wait {
        int group;
        const hydra_rt_loop* loop;
        std::int64_t launches, enough;
    };
    [[nodiscard]] bool has_waited(int group) const;
    void wait(int group, const hydra_rt_loop& loop, double launches);

    PartitionSpec partition_;
    int ranks_;
    std::vector<Formed> formed_; // in the order of the launches that chose; all ranks have the same lists
    std::vector<Wait> waits_;
    std::int64_t waited_ = 0; // of these, how many have waited long enough
    std::string told_;
};

} // namespace hydra::rt
