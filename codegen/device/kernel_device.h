// The kernel emitter of the targets opencl and cuda: what of a source file's parallel loops devices run, as one source
// text in their dialect of C.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/device/device_body.h"

namespace hydra::codegen {

// A kernel as host code must know it; see "Devices" in runtime/include/hydra_rt.h.
struct DeviceKernel {
    std::string name;
    // What its pass function hands over, in this order: a slot, where rows are, or a value by the text of an lvalue.
    struct Argument {
        int slot = -1;
        bool rows = false;  // where addresses lead: hydra_rt_pass_rows
        bool pages = false; // where what the slot leads to is: hydra_rt_pass_pages
        std::string host = {};
        std::int64_t bytes = 0; // of an array, which may stand as a pointer to its first element; 0: sizeof
        bool is_volatile = false;
        bool holds_arrays = false; // an array, or a struct with some: devices may have newer values
    };
    std::vector<Argument> arguments;
    // How many rounds each inner loop that is dealt out has, as host code says it of an iteration (a variable x of type
    // long) in the pass function's terms; "0": it cannot.
    std::vector<std::string> rounds;
    std::string join;                 // with reductions: the kernel that joins blocks
    bool by_variable = false;         // each slot's pointer is a variable's value
    std::vector<bool> by_value;       // for each slot whether the value of what it leads to is handed over instead
    std::int64_t parameter_bytes = 0; // at most
    bool approximate = false;         // it calls mathematical functions whose last bits the device decides
    // The same kernel for arrays that lie in pages; no name: there is none.
    struct InPages {
        std::string name;
        std::vector<Argument> arguments;
    } in_pages;
};

class DeviceSource {
  public:
    // unit: of the program's files, the one whose kernels these are.
    DeviceSource(const Context& context, Target target, std::size_t unit)
        : context_(context), dialect_(dialect_of(target)), types_(dialect_), functions_(context, dialect_),
          unit_(unit) {}

    // Adds the loop's kernel. Throws HostOnly where devices cannot run the loop; then nothing has been added.
    DeviceKernel add(const ir::Kernel& kernel, const KernelVariables& variables);
    [[nodiscard]] bool empty() const { return kernels_.empty(); }
    [[nodiscard]] const Dialect& dialect() const { return dialect_; }
    // The kernels that join blocks, by name.
    [[nodiscard]] std::vector<std::string> joins() const;
    // CUDA: the name, in the whole program, through which host code finds the kernel of this name. A function of a
    // header has its kernels in each file that includes it.
    [[nodiscard]] std::string symbol(const std::string& kernel) const {
        return context_.name(unit_ == 0 ? "cuda_" + kernel : "cuda_" + std::to_string(unit_) + "_" + kernel);
    }
    // All of it: types, functions, kernels.
    [[nodiscard]] std::string text() const;

  private:
    void add_in_pages(const ir::Kernel& kernel, const KernelVariables& variables, const ByValue& by_value,
                      DeviceKernel& made);
    std::string join(const ir::Directive& directive);
    void add_symbol(const std::string& of, const std::string& kernel);

    const Context& context_;
    const Dialect& dialect_;
    DeviceTypes types_;
    DeviceFunctions functions_;
    std::size_t unit_;
    std::vector<std::string> kernels_;
    std::map<std::string, std::string> joins_; // by what they do, the name left out: loops share them
    std::vector<std::string> symbols_;         // CUDA: through which host code finds them
};

} // namespace hydra::codegen
