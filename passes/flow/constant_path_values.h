// What rehearsals (constant_paths.h) know at a place of the body, and how expressions change it.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/tree.h"
#include "passes/facts/record_parts.h"

namespace hydra::passes {

// `v`, or `v.x.y` as the variable and the text behind it.
using Place = std::pair<const ir::VarDecl*, std::string>;

struct ConstantPathState {
    std::map<Place, std::int64_t> known; // integers of the iteration's own
    std::vector<bool> written;           // elements of the array that is asked about, on all ways to here
    bool filled = false;                 // by a function that is taken at its word
    bool text = false;                   // holds values up to a 0: enough for functions of the library
    friend bool operator==(const ConstantPathState&, const ConstantPathState&) = default;
    // What holds in both states.
    void join(const ConstantPathState& other);
};

using KnownValue = std::optional<std::int64_t>;

class ConstantPathValues {
  public:
    // read: the one to look at; null: all reads of the array.
    ConstantPathValues(const ir::For& loop, const ir::Expr& element, const ir::Expr* read);

    // Whether the array can be followed at all, and all that was read until now has a value.
    [[nodiscard]] bool good() const { return good_; }
    // Whether there was a read that had to have one.
    [[nodiscard]] bool met() const { return met_; }
    void give_up() { good_ = false; }
    [[nodiscard]] ConstantPathState start() const;

    // Evaluates the expression; its value, where it is an integer that is known.
    std::optional<std::int64_t> value(const ir::Expr& expr, ConstantPathState& state);
    void declare(const ir::VarDecl& variable, ConstantPathState& state);

    // Integers to which the body assigns nothing but constants and their own opposites.
    [[nodiscard]] const std::set<Place>& flags() const { return flags_; }
    // Runs the body of a GNU statement expression.
    std::function<void(const ir::Stmt&, ConstantPathState&)> run_block;

  private:
    void find_places(const ir::For& loop);
    void find_flags(const ir::For& loop);
    [[nodiscard]] std::optional<Place> place_of(const ir::Expr& full) const;
    [[nodiscard]] bool is_array(const ir::Expr& full) const;
    [[nodiscard]] std::optional<std::vector<const ir::Expr*>> subscripts_of(const ir::Expr& full) const;

    KnownValue load(const ir::Expr& expr, ConstantPathState& state);
    void require(const std::vector<KnownValue>& at, const ConstantPathState& state);
    void mention(const ConstantPathState& state);
    void require_all(const ConstantPathState& state, bool of_text = false);
    void touch(const ir::Expr& full, ConstantPathState& state);
    void refuse_effects(const ir::Expr& target);
    void store(const ir::Expr& target, KnownValue value, ConstantPathState& state);
    KnownValue element(const ir::Expr& full, ConstantPathState& state);
    KnownValue assign(const ir::Expr& expr, const ir::Binary& binary, ConstantPathState& state);
    KnownValue unary(const ir::Expr& expr, const ir::Unary& unary, ConstantPathState& state);
    KnownValue binary(const ir::Expr& expr, const ir::Binary& binary, ConstantPathState& state);
    KnownValue choice(const ir::Expr* cond, const ir::Expr* then, const ir::Expr* otherwise, ConstantPathState& state);
    void call(const ir::Call& call, ConstantPathState& state);
    [[nodiscard]] std::optional<std::int64_t> offset_in(const ir::Expr& argument, bool& known) const;
    void fill(const ir::Call& call, std::size_t index, std::int64_t from, bool known, ConstantPathState& state);

    const ir::VarDecl* variable_ = nullptr;
    std::optional<Part> part_; // nullopt: the variable
    std::vector<std::int64_t> lengths_;
    std::int64_t elements_ = 1, bytes_ = 0; // how many, and of one
    bool characters_ = false;
    const ir::Expr* read_;
    bool good_ = true, met_ = false;
    std::set<const ir::VarDecl*> own_; // variables of the iteration whose address nobody takes
    std::set<Place> flags_;
};

} // namespace hydra::passes
