// Two accesses of a kernel side by side: what proofs that they never meet in an element have in common.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

// Writes, or may.
inline bool writes(const RawAccess& access) { return access.kind != ir::AccessKind::read; }

// Whether a condition that no iteration decides (`if (mode == 2)`) stands before an access: a program may be one in
// which it never holds.
bool is_optional(Region& region, const Domain& domain);

// The same array seen in the same way: equal subscripts are equal elements.
bool same_view(const RawAccess& a, const RawAccess& b);

// How many of the first subscripts of both count rows of the same bytes, whatever their elements are: a double and an
// int of one struct lie in the same row. Where all of the inner subscripts stay inside their rows, accesses to
// different rows never meet. 0: none.
std::size_t common_rows(const RawAccess& a, const RawAccess& b);

// Whether both, seen in such rows, touch different bytes of any row: other members of the structs in it.
bool in_other_columns(const RawAccess& a, const RawAccess& b, std::size_t rows);

// Whether C itself demands that the inner subscripts stay inside their rows: `g[k][i]` where rows are what the root is
// declared to consist of, and not what a product in one subscript (`a[k * n + i]`) makes of it.
bool has_declared_rows(const RawAccess& access, const Root& root);

// The same elements seen otherwise: where the outer subscripts of all of an array's accesses are multiples of a number,
// and some inner one leaves its row, rows are that number of times as long: `f[(y * nx + x) * 9 + q]` is element
// 9 * x + q of row y, which has 9 * nx, and not of row 9 * y.
std::vector<RawAccess> in_longer_rows(Region& region);

// Whether inner subscripts stay inside their rows: different subscripts are different elements.
class InsideRows {
  public:
    // tables_apart: the pointers of a table are taken to lead to different memory, as far as it is used.
    InsideRows(Region& region, const std::vector<RawAccess>& accesses, bool tables_apart = false)
        : region_(region), accesses_(accesses), tables_apart_(tables_apart) {}
    // Of an access by its place in the region's list.
    bool holds(std::size_t index) { return first_open(index) == 0; }
    // The place of the first subscript that is not known to stay inside; 0: there is none.
    std::size_t first_open(std::size_t index);
    // Whether all of them are known to, or made of array subscripts alone, in arrays that are declared so long.
    bool holds_as_declared(std::size_t index);

  private:
    [[nodiscard]] bool is_inside(const RawAccess& access, std::size_t d);
    Region& region_;
    const std::vector<RawAccess>& accesses_;
    bool tables_apart_;
    std::vector<std::optional<std::size_t>> known_; // by access, once asked: its first open subscript
    std::vector<std::optional<bool>> as_declared_;  // likewise
};

// Whether accesses in different rounds (or other coordinates of an iteration) never meet, by relations whose first
// coordinate counts them. What has been asked is remembered.
class NeverMeet {
  public:
    explicit NeverMeet(Region& region) : region_(region) {}
    // nullopt: not affine, so they may. Also false where isl gives up.
    bool holds(const std::optional<std::string>& writes, const std::optional<std::string>& touches);

  private:
    Region& region_;
    std::map<std::string, bool> answers_;
};

} // namespace hydra::passes
