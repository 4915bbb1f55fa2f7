// Which part of a translation a piece of generated text belongs to, where it is written for reading (codegen/edit/
// reading.h): pieces are marked where they are made, and the marks are taken out, or followed, when a file is done.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace hydra::codegen {

enum class Part {
    loops, // a loop's body, once
    fast   // what makes it fast, and tables: not for reading
};

// The text with marks around it, which no text of the user's and no other generated text holds.
std::string marked(Part part, const std::string& text);
// Without the marks of parts, as it is compiled.
std::string unmarked(const std::string& text);
// What is marked as this part, in order; pieces in pieces belong to the outer one.
struct Taken {
    std::string rest; // without it
    std::vector<std::string> pieces;
};
Taken take_part(const std::string& text, Part part);
// f of each stretch that lies between marks.
std::string map_between(const std::string& text, const std::function<std::string(const std::string&)>& f);

} // namespace hydra::codegen
