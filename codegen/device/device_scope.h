// What a kernel for a device is handed: the variables that stand outside of the loop's body and of the functions that
// it calls, and the pointers that lie in memory and for which the launch has slots.
#pragma once
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "codegen/device/device_types.h"
#include "codegen/device/dialect.h"
#include "codegen/kernel/capture.h"

namespace hydra::codegen {

// Which memory a pointer of device code points into. none: nowhere (null), or not known yet.
enum class Space { none, item, global, constant, mixed };

struct Outside {
    enum class Kind {
        value,   // its value, as a parameter
        pointer, // a pointer into the device's memory: what a pointer variable holds, or an array's first element
        object,  // a pointer to it: each mention becomes (*name)
        array,   // a small array that no loop writes: a struct with it as its member, as a parameter
        table,   // an array of constants, in the source itself
        length,  // the length of an array, known at run time
        rows,    // where the addresses that host code has stored lie on the device
        pages,   // where what a slot leads to lies on the device
    } kind = Kind::value;
    std::string name;           // in device code
    ir::TypeRef type = nullptr; // with which that is declared
    int slot = -1;              // pointer, object, pages
    std::string host;           // value, length, array: the text of an lvalue in the kernel's pass function
    bool is_volatile = false;   // host code has it so
    [[nodiscard]] Space space() const {
        return kind == Kind::value || kind == Kind::array || kind == Kind::rows || kind == Kind::pages ? Space::item
               : kind == Kind::table                                                                   ? Space::constant
                                                                                                       : Space::global;
    }
};

// Of the objects whose values devices may be handed (ir::Slot::by_value), those that a kernel is handed so.
using ByValue = std::vector<const ir::VarDecl*>;

class DeviceScope {
  public:
    // in_pages: what slots lead to may lie in pages (hydra_rt.h, hydra_rt_offload).
    DeviceScope(const Context& context, const Dialect& dialect, const ir::Kernel& kernel,
                const KernelVariables& variables, DeviceTypes& types, ByValue by_value = {}, bool in_pages = false);

    // Whether the variable is each iteration's or each work item's own: the kernel declares it.
    [[nodiscard]] bool owns(const ir::VarDecl& variable) const;
    // Of a variable that is neither that nor local to the body or a called function. Throws HostOnly.
    const Outside& variable(const ir::VarDecl& variable, const support::SourceRange& at);
    // What a variable that each iteration has its own copy of holds when the loop begins.
    const Outside& first(const ir::VarDecl& variable, const support::SourceRange& at);
    // The slot's pointer as a value of this pointer type. in_body: the text stands in the loop's body itself.
    const Outside* loaded(const std::string& host_text, ir::TypeRef pointer, bool in_body);
    // Which slot that is; -1: none.
    [[nodiscard]] int slot_of(const std::string& host_text, bool in_body) const;
    // The length of this array type, where the launch hands it over; null: its own expression says it.
    const Outside* length(const ir::Type& array);
    // Whether the name, where the launch stands, means this variable, which is not local to the body or a called
    // function, or a constant of this value.
    [[nodiscard]] bool visible_at_launch(const ir::VarDecl& variable) const;
    [[nodiscard]] bool visible_at_launch(const ir::EnumConstant& constant) const;

    // Everything asked for, in this order.
    [[nodiscard]] const std::deque<Outside>& handed() const { return handed_; }
    [[nodiscard]] const ir::Kernel& kernel() const { return kernel_; }
    [[nodiscard]] const Context& context() const { return context_; }
    [[nodiscard]] const Dialect& dialect() const { return dialect_; }
    [[nodiscard]] DeviceTypes& types() { return types_; }
    // Whether the launch finds out where the pointers in memory lead that the kernel loads.
    [[nodiscard]] bool follows() const;
    // With which they are followed.
    const Outside& rows();
    // Whether the kernel is handed the value of what the slot leads to.
    [[nodiscard]] bool is_by_value(const ir::Slot& slot) const;
    [[nodiscard]] bool in_pages() const { return in_pages_; }
    // Where the slot's are.
    const Outside& pages(int slot);
    // It calls mathematical functions whose last bits the device decides.
    void approximates() { is_approximate_ = true; }
    [[nodiscard]] bool is_approximate() const { return is_approximate_; }
    // Hands over one more value.
    const Outside& value(const std::string& name, ir::TypeRef type, const std::string& host);

  private:
    Outside make(const ir::VarDecl& variable, const support::SourceRange& at);
    Outside table(const ir::VarDecl& variable, const support::SourceRange& at);
    [[nodiscard]] int slot_of(const ir::VarDecl& variable) const;
    [[nodiscard]] std::string host_text(const ir::VarDecl& variable, const support::SourceRange& at) const;
    [[nodiscard]] bool is_hidden(const std::string& name) const;
    [[nodiscard]] const ir::TranslationUnit& unit() const; // with the launch
    std::string free_name(const std::string& wanted);
    const Outside& add(Outside made);

    const Context& context_;
    const Dialect& dialect_;
    const ir::Kernel& kernel_;
    const KernelVariables& variables_;
    DeviceTypes& types_;
    std::deque<Outside> handed_;
    std::map<const ir::VarDecl*, const Outside*> by_variable_;
    std::map<int, const Outside*> by_slot_;
    std::map<const ir::Type*, const Outside*> lengths_;
    const Outside* rows_ = nullptr;
    const ByValue by_value_;
    const bool in_pages_;
    bool is_approximate_ = false;
    std::map<int, const Outside*> pages_;
    std::set<std::string> names_;
};

} // namespace hydra::codegen
