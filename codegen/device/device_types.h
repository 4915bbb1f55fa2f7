// Types as device code declares them: structs and unions by definitions with the host's layout, enums as integers,
// pointers in memory as integers of their size, arrays of run-time length by their elements.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "codegen/device/dialect.h"
#include "ir/print_hooks.h"
#include "support/source.h"

namespace hydra::codegen {

// Thrown where a loop cannot run on a device. reason: in words of the user's program, to go on after "since".
struct HostOnly {
    support::SourceRange range;
    std::string reason;
};

// What of a C type lies below its run-time lengths: `double[3]` of `double[n][3]`.
ir::TypeRef element_below_lengths(ir::TypeRef type);

class DeviceTypes {
  public:
    explicit DeviceTypes(const Dialect& dialect) : dialect_(dialect) {}

    // Throws HostOnly where devices have no such type. what: whose type it is ("'x'").
    void check(ir::TypeRef type, const support::SourceRange& at, const std::string& what);
    // Whether kernels follow the addresses that host code has stored: then there are pointers to them, as to integers.
    void follow(bool follows) { follows_ = follows; }
    // The type to declare for one of the user's: a pointer to an array of run-time length is one to its elements.
    ir::TypeRef lowered(ir::TypeRef type);
    ir::TypeRef pointer_to(ir::TypeRef type) { return table_.pointer_to(type); }
    ir::TypeRef basic(ir::TypeKind kind) const { return table_.basic(kind); }
    // "__global double (*a)[3]"; space: what stands before the type.
    std::string declare(ir::TypeRef type, const std::string& name, std::string_view space = "");
    // How types are printed; the definitions of the structs that are met are kept.
    ir::PrintHooks hooks();
    // A struct type whose only member `v` is an array of this type, so that it can be handed over by value.
    ir::TypeRef array_in_struct(ir::TypeRef array);
    // The name of a copy of this array of constants in the device's constant memory.
    std::string table(const ir::VarDecl& array, const std::string& wanted);
    // The definitions, in the order in which they need each other.
    [[nodiscard]] const std::vector<std::string>& definitions() const { return definitions_; }
    [[nodiscard]] bool uses_double() const { return uses_double_; }

    // What was added since the mark was taken, forgotten.
    struct Mark {
        std::size_t definitions;
        std::map<const ir::TagDecl*, std::string> names;
        std::map<std::string, std::string> texts;
        std::map<const ir::VarDecl*, std::string> tables;
        bool uses_double;
    };
    [[nodiscard]] Mark mark() const { return {definitions_.size(), names_, texts_, tables_, uses_double_}; }
    void reset(const Mark& mark);

  private:
    std::string tag_name(const ir::TagDecl& tag);
    void check_layout(const ir::TagDecl& tag, const support::SourceRange& at);
    std::string member_type(const ir::Field& field);

    const Dialect& dialect_;
    ir::TypeTable table_;
    std::vector<std::string> definitions_;
    std::set<const ir::TagDecl*> checked_;            // whose layout is the host's
    std::map<const ir::TagDecl*, std::string> names_; // of what is defined
    std::map<std::string, std::string> texts_;        // name -> what it defines
    std::map<const ir::VarDecl*, std::string> tables_;
    bool uses_double_ = false;
    bool follows_ = false;
};

} // namespace hydra::codegen
