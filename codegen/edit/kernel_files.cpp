// See kernel_files.h.
#include "codegen/edit/kernel_files.h"

#include <string_view>

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

// What the array's lines say, without quotation marks and escapes. declaration: becomes the text up to its brace.
std::string plain_text(const std::string& embedded, std::string& declaration) {
    const auto begin = embedded.find("{\n") + 2;
    declaration = embedded.substr(0, begin);
    std::string text;
    for (std::size_t at = begin; at < embedded.size();) {
        const auto end = std::min(embedded.find('\n', at), embedded.size());
        const auto open = embedded.find('"', at), close = embedded.rfind('"', end);
        if (open < end)
            for (std::size_t i = open + 1; i < close; ++i) {
                if (embedded[i] != '\\') {
                    text += embedded[i];
                    continue;
                }
                ++i;
                text += embedded[i] == 'n' ? '\n' : embedded[i];
            }
        at = end + 1;
    }
    return text;
}

// Whether the piece of top-level text is about memory in pages, which no plain kernel uses.
bool is_about_pages(const std::string& piece) {
    return piece.find("hydra_pages") != std::string::npos || piece.find("hydra_in_page") != std::string::npos;
}

} // namespace

KernelFiles kernel_files(const std::string& embedded, const std::string& stem) {
    std::string declaration, plain, fast, piece;
    const std::string text = plain_text(embedded, declaration);
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const std::string_view line(text.data() + at, end - at);
        at = end + 1;
        if (line.starts_with("#") && piece.find('{') == std::string::npos) { // it holds for all that follows
            plain.append(line) += '\n';
            continue;
        }
        piece.append(line) += '\n';
        if (line != "}" && line != "};" && at < text.size())
            continue;
        (is_about_pages(piece) ? fast : plain) += piece;
        piece.clear();
    }
    KernelFiles made;
    made.include = declaration + fmt::format("#include \"{}_kernels.inc\"\n", stem);
    made.files.push_back(
        {stem + "_kernels.cl", "/* The loops' kernels, in OpenCL's C: each work item runs a part of the "
                               "iterations from hydra_lo on. */\n" +
                                   plain});
    if (!fast.empty()) {
        made.include += fmt::format("#include \"{}_kernels_fast.inc\"\n", stem);
        made.files.push_back(
            {stem + "_kernels_fast.cl", "/* Not for reading: the same kernels for arrays that a device "
                                        "holds in pages. */\n" +
                                            fast});
    }
    made.include += "    0,\n};\n";
    return made;
}

} // namespace hydra::codegen
