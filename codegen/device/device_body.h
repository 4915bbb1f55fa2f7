// The text of a function, or of a loop's body, in a device's dialect.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/device/spaces.h"

namespace hydra::codegen {

struct DeviceFunction {
    std::string name;
    std::vector<const Outside*> needs; // what it is handed besides its parameters, in order
};

// The functions that kernels call, each once for each combination of what its parameters point at.
class DeviceFunctions {
  public:
    DeviceFunctions(const Context& context, const Dialect& dialect) : context_(context), dialect_(dialect) {}
    // Throws HostOnly.
    DeviceFunction instance(DeviceScope& scope, const Frame& frame);
    // The name of a function (to, from, count) that copies bytes, or (to, byte, count) that sets them.
    std::string copies_bytes(Space to, Space from);
    std::string sets_bytes(Space to);
    [[nodiscard]] const std::vector<std::string>& definitions() const { return definitions_; }

    using Mark = std::size_t;
    [[nodiscard]] Mark mark() const { return definitions_.size(); }
    void reset(Mark mark);

  private:
    // The name of the function with this text, in which {} stands for it.
    std::string defined(const std::string& wanted, const std::string& text);

    const Context& context_;
    const Dialect& dialect_;
    std::vector<std::string> definitions_;
    std::vector<std::string> names_;             // of the definitions
    std::map<std::string, std::string> by_text_; // definition without its name -> name
    std::map<std::string, int> count_;
};

struct DeviceBody {
    std::string text; // the frame's body as a block
    std::vector<const Outside*> needs;
    std::vector<std::string> literals; // declarations that stand before the block, or at its beginning
    // Names of the locals: of parameters, and of what a kernel declares itself.
    std::map<const ir::VarDecl*, std::string> names;
};

// Throws HostOnly.
DeviceBody device_body(DeviceScope& scope, DeviceFunctions& functions, const Frame& frame, int indent);

// "__global double *a": what stands outside as a parameter or variable.
std::string declaration(DeviceScope& scope, const Outside& outside);
std::string_view space_text(const Dialect& dialect, Space space);

} // namespace hydra::codegen
