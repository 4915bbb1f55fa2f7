// Which memory an expression may name, whatever the run: objects are variables, and blocks by the call that allocates
// them, where functions that allocate are looked at anew for each of their calls. It relies on C's rule that a pointer
// stays in the object that it was made for, not on the types of what is stored (numbers that were pointers lead to
// where these did). What code that is not in the program gets to know, it may keep and change.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "passes/facts/pointer_graph.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

class PointerConstraints;

class PointsTo {
  public:
    // Numbers of objects, with no order that means anything; nullopt where it is not known which they are.
    using Objects = std::optional<std::set<int>>;

    PointsTo(const ir::Program& program, const Summary& summary);
    ~PointsTo();
    PointsTo(const PointsTo&) = delete;
    PointsTo& operator=(const PointsTo&) = delete;

    // The objects in which an lvalue in memory may lie; in which what a pointer points at may.
    [[nodiscard]] Objects of(const ir::Expr& lvalue) const;
    [[nodiscard]] Objects behind(const ir::Expr& pointer) const;
    // The same of an array variable, or a variable that is a pointer.
    [[nodiscard]] Objects of(const ir::VarDecl& variable) const;
    // Whether the pointer, if it is not null, leads to the begin of an object.
    [[nodiscard]] bool leads_to_begin(const ir::Expr& pointer) const;
    [[nodiscard]] bool leads_to_begin(const ir::VarDecl& variable) const;
    // Whether different pointers in memory, `levels` loads of pointers deep, lead to different ones of the blocks that
    // the objects stand for.
    [[nodiscard]] bool are_held_once(const std::set<int>& objects, std::size_t levels) const;

  private:
    void add(std::set<int>& to, PointerGraph::Node node) const;
    [[nodiscard]] bool is_begin(PointerGraph::Node node) const;
    std::unique_ptr<PointerConstraints> constraints_;
    bool is_solved_ = false;
};

} // namespace hydra::passes
