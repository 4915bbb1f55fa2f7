// One function as a kernel runs it, or the loop's body: which memory each of its pointers points into, and which of its
// expressions are pointers that host code has already loaded from memory.
//
// A pointer of device code points into the device's memory or at the item's own variables, and stays so: OpenCL C has
// the memory in the pointer's type. So a function exists once for each combination of what its callers hand over. A
// pointer in memory is the host's, and worthless; but where its text with the parameters replaced by what callers hand
// over (`m->a` with m = &mesh: `mesh.a`) is the text of a slot, the slot's pointer stands for it. Others are loaded as
// the numbers that they are, and followed: the launch hands over where on the device the host's addresses lie.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/device/device_scope.h"

namespace hydra::codegen {

// Where a pointer may lead: the memory, and whose storage there. That is a variable of the device code's own (its
// declaration), what is handed over (its slot or Outside), or null: a copy, whose address says nothing.
struct Destination {
    Space space = Space::none;
    std::set<const void*> objects; // none: it is null, or not known yet
    friend bool operator==(const Destination&, const Destination&) = default;
};

class Frame {
  public:
    // A parameter's value: where a pointer points, and a text of host code that is equal, where there is one.
    // Where something in memory lies when the launch begins: so many bytes behind what host code knows as `root`.
    struct Cell {
        std::string root;
        std::int64_t offset = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    struct Argument {
        Destination destination;
        std::string host;
        std::optional<Cell> cell; // what the pointer leads to; the record that is handed over by value
        friend bool operator==(const Argument&, const Argument&) = default;
    };
    // The loop's body.
    explicit Frame(DeviceScope& scope);
    // A function with a body. caller: must outlive it. Throws HostOnly.
    Frame(const ir::FunctionDecl& function, std::vector<Argument> arguments, const Frame& caller);

    [[nodiscard]] const ir::FunctionDecl* function() const { return function_; } // null: the loop's body
    [[nodiscard]] const ir::Stmt& body() const { return *body_; }
    [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }
    [[nodiscard]] bool is_local(const ir::VarDecl& variable) const;
    // Parameters and variables declared inside, in order.
    [[nodiscard]] const std::vector<const ir::VarDecl*>& locals() const { return order_; }
    // Whether it is assigned, or its address taken.
    [[nodiscard]] bool is_assigned(const ir::VarDecl& variable) const { return assigned_.contains(&variable); }

    // The variable from outside whose own memory, or an array's elements, an assignment or ++ changes; null: none.
    [[nodiscard]] const ir::VarDecl* changed_outside(const ir::Expr& expr) const;

    // Where a local pointer variable points; where an expression of pointer type points.
    [[nodiscard]] Space of(const ir::VarDecl& variable) const { return destination_of(variable).space; }
    [[nodiscard]] Space pointer(const ir::Expr& expr) const { return destination(expr).space; }
    // Where the memory is that the expression, an lvalue, stands for.
    [[nodiscard]] Destination place(const ir::Expr& lvalue) const { return storage(lvalue); }
    // What the function returns, where that is a pointer.
    [[nodiscard]] Space result() const { return returned().space; }
    // Throws HostOnly where the expression compares or subtracts pointers that may lead into different arrays: those
    // lie elsewhere on a device, and not in the same order.
    void check_addresses(const ir::Expr& expr) const;
    // The called function as this call runs it. definition: has a body.
    [[nodiscard]] Frame callee(const ir::Call& call, const ir::FunctionDecl& definition) const;
    // The text that host code, where the launch stands, has for the expression, if that is an equal value.
    [[nodiscard]] std::optional<std::string> host_text(const ir::Expr& expr) const;
    // The slot's text, where the expression is a pointer or array in memory that a slot stands for.
    [[nodiscard]] std::optional<std::string> slot_text(const ir::Expr& expr) const;

  private:
    [[nodiscard]] std::string peeked_text(const ir::Expr& expr) const;
    [[nodiscard]] std::optional<Cell> cell_of(const ir::Expr& lvalue) const;
    [[nodiscard]] std::optional<Cell> cell_behind(const ir::Expr& pointer) const;
    [[nodiscard]] std::optional<Cell> cell_for(const ir::Expr& argument) const;
    [[nodiscard]] bool host_can_name(const ir::Expr& expr) const;
    void note_locals();
    void find_texts();
    void find_spaces();
    [[nodiscard]] Destination destination_of(const ir::VarDecl& variable) const;
    [[nodiscard]] Destination outside(const ir::VarDecl& variable, const support::SourceRange& at) const;
    [[nodiscard]] Destination destination(const ir::Expr& pointer) const;
    [[nodiscard]] Destination storage(const ir::Expr& lvalue) const;
    [[nodiscard]] Destination returned() const;
    [[nodiscard]] bool names_copies() const;
    [[nodiscard]] Destination join(Destination a, const Destination& b, const ir::VarDecl* variable,
                                   const support::SourceRange& at) const;
    [[nodiscard]] Space join(Space a, Space b, const ir::VarDecl* variable, const support::SourceRange& at) const;

    DeviceScope& scope_;
    const ir::FunctionDecl* function_ = nullptr;
    const ir::Stmt* body_ = nullptr;
    const Frame* caller_ = nullptr;
    std::vector<Argument> arguments_;
    std::map<const ir::VarDecl*, Cell> cells_; // as Argument has them
    std::vector<const ir::VarDecl*> order_;
    std::set<const ir::VarDecl*> locals_;
    std::set<const ir::VarDecl*> assigned_;                              // or their address taken
    std::set<const ir::VarDecl*> changed_;                               // by their names
    std::map<const ir::VarDecl*, std::vector<const ir::Expr*>> sources_; // of pointers: what is assigned
    std::map<const ir::VarDecl*, std::string> texts_;
    std::map<const ir::VarDecl*, Destination> destinations_;
};

} // namespace hydra::codegen
