// `#pragma pack`, which caps how strictly the members of later structures are aligned: what is in force where. Macros
// in it are not expanded, as gcc does not.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::frontend {

class Packing {
  public:
    // The pragma's line, in the order of the text; offset: where it begins in the preprocessed text.
    void add(std::size_t offset, std::string_view line);
    // The cap in bytes that holds behind `offset`; 0: none.
    [[nodiscard]] int at(std::size_t offset) const;

    struct Wrong {
        std::size_t offset;
        std::string message;
    };
    [[nodiscard]] const std::vector<Wrong>& wrong() const { return wrong_; }

  private:
    struct Change {
        std::size_t offset;
        int cap;
    };
    struct Kept {
        std::string name; // of `push, name`
        int cap;
    };
    void pop(std::size_t offset, const std::string& name);

    std::vector<Change> changes_;
    std::vector<Kept> stack_;
    std::vector<Wrong> wrong_;
    int cap_ = 0;
};

} // namespace hydra::frontend
