// What names mean in a coordination body, and expressions of it in C.
#pragma once
#include <list>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/roles/emitter.h"

namespace hydra::frontend::cmaps {

// A distributed array: a pointer to rows (or elements), its extents and its layout, each a variable in C.
struct Tile {
    std::string name, type;           // name: as the user writes it, "Q[g]"
    std::string pointer;              // in C; empty: the name
    std::string group;                // of processes
    bool is_flat = false;             // the pointer leads to elements, and extents may change: an operator makes it
    std::vector<std::string> extents; // names of variables, or what stands for them
    std::string layout;
    Role role = Role::inout; // of a local one: inout
    bool is_local = false;
    bool exists = true;     // a local one: its memory has been asked for
    std::string extents_of; // the tile whose extents these are, by its own name for the first; empty: its own
    support::SourceRange range;
    [[nodiscard]] std::size_t dims() const { return extents.size(); }
    [[nodiscard]] const std::string& c() const { return pointer.empty() ? name : pointer; }
    // In C: its rows, whatever the pointer leads to.
    [[nodiscard]] std::string rows() const;
    // Part of names that are made for it.
    [[nodiscard]] std::string plain_name() const { return name.substr(0, name.find('[')); }
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

// What ArrayDivide makes: one-dimensional tiles, each of a group of processes. Names of variables in C.
struct Parts {
    std::string name, type;
    std::string sizes, groups, count; // arrays of extents and groups, and how many there are; the name: of pointers
    std::string layout;
    support::SourceRange range;
};

using Symbol = std::variant<Tile, Value, Parts>;

class Scopes {
  public:
    void enter() { scopes_.emplace_back(); }
    void leave() { scopes_.pop_back(); }
    Tile& add(const Tile& tile);
    Value& add(const Value& value);
    void add(const Parts& parts);
    [[nodiscard]] Tile* tile(std::string_view name);
    [[nodiscard]] Value* value(std::string_view name);
    [[nodiscard]] Parts* parts(std::string_view name);
    // All parts of the innermost `levels` scopes.
    [[nodiscard]] std::vector<const Parts*> local_parts(std::size_t levels);
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
// The type of such a pointer, in parentheses.
std::string tile_cast(const std::string& type, const std::vector<std::string>& extents);

class CoordinationExpressions : public Emitter {
  public:
    CoordinationExpressions(CmapsUnit& unit, Scopes& scopes) : Emitter(unit), scopes_(scopes) {}
    // A subscript that is one place: its C text, with cyc as a call.
    Code place(CmapsParser::SubscriptContext* subscript, const std::string& extent);
    // The same, of which serial code makes sure that it is inside.
    Code checked_place(CmapsParser::SubscriptContext* subscript, const Tile& tile, std::size_t dimension);

    // A tile, or a part of a divided one, by its name and what stands behind it, of which `used` subscripts (0 or 1)
    // say which part. The part's number is taken once, and so are its extent and its pointer: in variables, in
    // `before`.
    std::optional<Tile> tile_of(P::UnaryContext* unary, std::size_t& used, int depth, Code& before);
    std::optional<Tile> part_of(antlr4::Token* name, P::SubscriptContext* which, int depth, Code& before);
    [[nodiscard]] const Parts* parts_of(antlr4::Token* name) { return scopes_.parts(unit_.text(name)); }
    // The group of processes that runs the function, in C.
    static constexpr const char* here = "hydra_here";

  protected:
    bool special(antlr4::ParserRuleContext* context, Code& out) override;
    Scopes& scopes_;

  private:
    bool element_of_part(P::UnaryContext* unary, const Parts& parts, Code& out);
    Code part_number(P::SubscriptContext* which, const Parts& parts);
    bool refuse_ranges(P::UnaryContext* unary, antlr4::Token* name, Code& out);
    bool processes(P::UnaryContext* unary, antlr4::Token* name, Code& out);
    bool array_size(CmapsParser::UnaryContext* unary, antlr4::Token* name, Code& out);
    bool element(CmapsParser::UnaryContext* unary, const Tile& tile, Code& out);
    void changed(CmapsParser::UnaryContext* target, antlr4::ParserRuleContext* whole);
};

} // namespace hydra::frontend::cmaps
