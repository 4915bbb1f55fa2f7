// What names mean in a coordination body, and expressions of it in C.
#pragma once
#include <list>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "frontend/cmaps/emitter.h"

namespace hydra::frontend::cmaps {

// A distributed array: a pointer to rows (or elements), its extents and its layout, each a variable in C.
struct Tile {
    std::string name, type;
    std::vector<std::string> extents; // names of variables, or what stands for them
    std::string layout;
    Role role = Role::inout; // of a local one: inout
    bool is_local = false;
    bool exists = true;     // a local one: its memory has been asked for
    std::string extents_of; // the tile whose extents these are, by its own name for the first; empty: its own
    support::SourceRange range;
    [[nodiscard]] std::size_t dims() const { return extents.size(); }
    // Equal for tiles of equal extents, as far as that is known. Names of tiles may hide each other; these do not.
    [[nodiscard]] const std::string& root() const { return extents_of.empty() ? extents.at(0) : extents_of; }
};

// Anything else: a scalar, a small array, a layout.
struct Value {
    std::string name, type;
    bool by_address = false; // an `out` or `inout` scalar
    bool is_array = false, is_layout = false;
    bool is_index = false;    // of a loop or parallel
    bool is_constant = false; // never assigned: an `in` parameter or an index
    support::SourceRange range;
};

using Symbol = std::variant<Tile, Value>;

class Scopes {
  public:
    void enter() { scopes_.emplace_back(); }
    void leave() { scopes_.pop_back(); }
    Tile& add(const Tile& tile);
    Value& add(const Value& value);
    [[nodiscard]] Tile* tile(std::string_view name);
    [[nodiscard]] Value* value(std::string_view name);
    // Local tiles of the innermost `levels` scopes, in the order in which they came to be.
    [[nodiscard]] std::vector<Tile*> local_tiles(std::size_t levels);
    [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

  private:
    Symbol* find(std::string_view name);
    std::list<std::list<std::pair<std::string, Symbol>>> scopes_;
};

// The declaration of a pointer to a tile's elements: "double (*M)[M_1]".
std::string tile_pointer(const std::string& type, const std::string& name, const std::vector<std::string>& extents);
// The product of the extents.
std::string tile_count(const Tile& tile);

class CoordinationExpressions : public Emitter {
  public:
    CoordinationExpressions(CmapsUnit& unit, Scopes& scopes) : Emitter(unit), scopes_(scopes) {}
    // A subscript that is one place: its C text, with cyc as a call.
    Code place(CmapsParser::SubscriptContext* subscript, const std::string& extent);
    // The same, of which serial code makes sure that it is inside.
    Code checked_place(CmapsParser::SubscriptContext* subscript, const Tile& tile, std::size_t dimension);

  protected:
    bool special(antlr4::ParserRuleContext* context, Code& out) override;
    Scopes& scopes_;

  private:
    bool processes(P::UnaryContext* unary, antlr4::Token* name, Code& out);
    bool array_size(CmapsParser::UnaryContext* unary, antlr4::Token* name, Code& out);
    bool element(CmapsParser::UnaryContext* unary, const Tile& tile, Code& out);
    void changed(CmapsParser::UnaryContext* target, antlr4::ParserRuleContext* whole);
};

} // namespace hydra::frontend::cmaps
