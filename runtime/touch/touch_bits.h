// What inspectors of one thread touch in an object, a bit for each unit of its bytes: elements in no order cost no more
// than those that lie one behind the other. Memory that no bit is set in is never touched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace hydra::rt {

class TouchBits {
  public:
    explicit TouchBits(std::size_t bits)
        : words_(bits / 64 + 1), data_(static_cast<std::uint64_t*>(std::calloc(words_, sizeof(std::uint64_t)))),
          from_(words_) {
        if (data_ == nullptr)
            throw std::bad_alloc();
    }

    void mark(std::size_t first, std::size_t last) {
        const std::size_t from = first / 64, to = last / 64;
        from_ = std::min(from_, from);
        to_ = std::max(to_, to + 1);
        if (from == to) {
            data_[from] |= head(first) & tail(last);
            return;
        }
        data_[from] |= head(first);
        std::fill(data_.get() + from + 1, data_.get() + to, ~std::uint64_t{0});
        data_[to] |= tail(last);
    }
    [[nodiscard]] bool any(std::size_t first, std::size_t last) const {
        for (std::size_t word = std::max(from_, first / 64); word < std::min(to_, last / 64 + 1); ++word) {
            const std::uint64_t asked = (word == first / 64 ? head(first) : ~std::uint64_t{0}) &
                                        (word == last / 64 ? tail(last) : ~std::uint64_t{0});
            if ((data_[word] & asked) != 0)
                return true;
        }
        return false;
    }
    // Of the same object.
    [[nodiscard]] bool meets(const TouchBits& other) const {
        for (std::size_t word = std::max(from_, other.from_); word < std::min(to_, other.to_); ++word)
            if ((data_[word] & other.data_[word]) != 0)
                return true;
        return false;
    }
    void add(const TouchBits& other) {
        for (std::size_t word = other.from_; word < other.to_; ++word)
            data_[word] |= other.data_[word];
        from_ = std::min(from_, other.from_);
        to_ = std::max(to_, other.to_);
    }

  private:
    static std::uint64_t head(std::size_t first) { return ~std::uint64_t{0} << (first & 63); }
    static std::uint64_t tail(std::size_t last) { return ~std::uint64_t{0} >> (63 - (last & 63)); }
    struct Free {
        void operator()(std::uint64_t* data) const { std::free(data); }
    };
    std::size_t words_;
    std::unique_ptr<std::uint64_t[], Free> data_;
    std::size_t from_, to_ = 0; // words outside of these are 0
};

// Where the touches of a slot are marked, as far as they lie in its object of so many bytes; reads == nullptr: nowhere.
struct TouchMarks {
    std::uintptr_t base = 0;
    std::size_t bytes = 0;
    int shift = 0; // a unit has 2 to the power of so many bytes
    TouchBits *reads = nullptr, *writes = nullptr;
    [[nodiscard]] bool mark(std::uintptr_t lo, std::uintptr_t hi, bool read, bool written) const {
        if (reads == nullptr || lo - base >= bytes || hi - base > bytes || lo >= hi)
            return false;
        const std::size_t first = (lo - base) >> shift, last = (hi - base - 1) >> shift;
        if (read)
            reads->mark(first, last);
        if (written)
            writes->mark(first, last);
        return true;
    }
};

} // namespace hydra::rt
