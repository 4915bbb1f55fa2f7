// What surrounds the loop in a kernel: the structure of its arguments, the body's variables under the user's names as
// locals of the kernel, the loop's head over a chunk, and the way of results back. Copies are local variables, so that
// the compiler keeps them in registers as it would in the user's own loop.
#pragma once
#include <string>

#include <fmt/format.h>

#include "codegen/kernel/capture.h"
#include "codegen/kernel/clones.h"
#include "codegen/text/declarator.h"
#include "ir/program.h"

namespace hydra::codegen {

// The type without qualifiers of its own.
inline ir::TypeRef plain(ir::TypeRef type) { return type->unqualified != nullptr ? type->unqualified : type; }
bool inside(const ir::SourceRange& inner, const ir::SourceRange& outer);

// All texts are C; those of several lines end with a newline. What cannot be written is reported.
class KernelFrame {
  public:
    KernelFrame(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                const Clones& clones, bool has_arguments)
        : has_arguments_(has_arguments), context_(context), kernel_(kernel), variables_(variables), clones_(clones),
          loop_(*kernel.loop->as<ir::For>()), unit_(*context.program.units[static_cast<std::size_t>(kernel.unit)]),
          args_(context.name("c")) {}

    [[nodiscard]] std::string lo() const;
    [[nodiscard]] std::string hi() const;
    [[nodiscard]] LengthText lengths_of(const Passed& passed) const;
    // The declarator with specifiers of the kernel's own variable for one of the program's, as aligned as that is.
    [[nodiscard]] std::string own_copy(const ir::VarDecl& variable, const LengthText& lengths) const;
    [[nodiscard]] std::string member(const Passed& passed) const;
    [[nodiscard]] std::string structure() const;
    [[nodiscard]] std::string local(const Passed& passed) const;
    [[nodiscard]] std::string arguments() const;
    // But of those variables that are parameters already.
    [[nodiscard]] std::string captured_locals(const std::vector<const Passed*>& given = {}) const;
    [[nodiscard]] std::string local_clone_names() const;
    // given: parameters, as are the arguments then.
    [[nodiscard]] std::string locals(const std::vector<const Passed*>& given = {}) const;
    // The variables that iterations only store into.
    [[nodiscard]] std::string stored_locals() const;
    // Where the block keeps what is noted beside the value.
    [[nodiscard]] std::string note_cell(std::size_t index) const;
    // Of what iterations only store into: when it was stored last, its accumulator, the value in there.
    [[nodiscard]] std::string when(std::size_t index) const;
    [[nodiscard]] std::string partial(std::size_t index) const;
    [[nodiscard]] std::string value_of(std::size_t index) const;
    [[nodiscard]] static std::string target(const ir::LastStored& stored);
    // The array's name stands for the block's own copy; the pointer is as if the copy held the whole array.
    [[nodiscard]] std::string reduced_array(const Passed& passed, std::size_t index) const;
    // Whether the loop variable itself can run over the chunk: it has no range to leave and no wrap-around to meet.
    [[nodiscard]] bool direct() const;
    [[nodiscard]] std::string header() const;
    // The declarations that belong to one iteration, in one line.
    [[nodiscard]] std::string per_iteration() const;
    [[nodiscard]] std::string results() const;
    // In the function, and not in the loop.
    [[nodiscard]] bool is_outside(const ir::SourceRange& range) const;
    // The enumeration constants of the function's own that the body names; they do not exist outside of it.
    [[nodiscard]] std::string local_constants() const;

    // Runs f; a type that cannot be written is reported for the variable.
    template <class F> std::string declare(const ir::VarDecl& variable, F f) const {
        try {
            return f();
        } catch (const Unwritable& why) {
            context_.diagnostics.error(
                kernel_.loop->range,
                fmt::format("the loop's body uses '{}', whose type cannot be written outside of the "
                            "function: {}; declare the type with a name at file scope",
                            variable.name, why.what()));
            return "";
        }
    }

  protected:
    bool has_arguments_;
    const Context& context_;
    const ir::Kernel& kernel_;
    const KernelVariables& variables_;
    const Clones& clones_;
    const ir::For& loop_;
    const ir::TranslationUnit& unit_;
    std::string args_;
};

} // namespace hydra::codegen
