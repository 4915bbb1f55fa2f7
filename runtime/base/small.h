// A vector whose first few elements lie in itself: most regions are a box or two, and to allocate memory for each of
// them took a third of the time of a plan.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace hydra::rt {

// Blocks that vectors have given back, for the next ones: plans are made of vectors that live for a moment, and this
// takes a tenth of malloc's time. By thread; sizes are least << 0, 1, 2, ..., larger blocks go to the system.
class KeptBlocks {
  public:
    static constexpr std::size_t least = 256; // bytes
    // Rounds the size up to that of the block.
    static void* take(std::size_t& bytes) {
        const std::size_t number = number_of(bytes);
        bytes = number < sizes ? least << number : bytes;
        if (number >= sizes || lists_[number].first == nullptr)
            return ::operator new(bytes);
        List& list = lists_[number];
        --list.count;
        return std::exchange(list.first, list.first->next);
    }
    static void give(void* block, std::size_t bytes) {
        const std::size_t number = number_of(bytes);
        if (number >= sizes || lists_[number].count == most)
            return ::operator delete(block);
        List& list = lists_[number];
        list.first = ::new (block) Block{list.first};
        ++list.count;
    }

  private:
#ifdef __SANITIZE_ADDRESS__
    static constexpr std::size_t sizes = 0; // it looks for what is used after it was given back
#else
    static constexpr std::size_t sizes = 4;
#endif
    static constexpr unsigned most = 32; // of a size
    struct Block {
        Block* next;
    };
    struct List {
        Block* first;
        unsigned count;
    };
    static std::size_t number_of(std::size_t bytes) {
        return static_cast<std::size_t>(std::bit_width((bytes - 1) / least));
    }
    static constinit thread_local inline List lists_[sizes + 1] = {};
};

// Up to `inside` elements need no memory of their own. As std::vector otherwise: iterators and references are void
// when the size changes, and what is inserted is not the vector's own.
template <class T, std::size_t inside> class Small {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> &&
                  sizeof(T) <= KeptBlocks::least / 2);

  public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    Small() = default;
    Small(std::initializer_list<T> all) { append({all.begin(), all.size()}); }
    explicit Small(std::span<const T> all) { append(all); }
    Small(const Small& other) { append(other); }
    Small(Small&& other) noexcept { take(other); }
    ~Small() { release(); }
    Small& operator=(const Small& other) {
        if (this != &other) {
            size_ = 0;
            append(other);
        }
        return *this;
    }
    Small& operator=(Small&& other) noexcept {
        if (this != &other) {
            release();
            take(other);
        }
        return *this;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* data() { return far_ != nullptr ? far_ : near(); }
    const T* data() const { return far_ != nullptr ? far_ : near(); }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }
    T& front() { return *data(); }
    const T& front() const { return *data(); }
    const T& back() const { return data()[size_ - 1]; }
    operator std::span<const T>() const { return {data(), size_}; }

    void reserve(std::size_t room) {
        if (room <= room_)
            return;
        std::size_t bytes = room * sizeof(T);
        T* const more = static_cast<T*>(KeptBlocks::take(bytes));
        std::memcpy(static_cast<void*>(more), data(), size_ * sizeof(T));
        release();
        far_ = more;
        room_ = bytes / sizeof(T);
    }
    void push_back(const T& one) { append({&one, 1}); }
    void append(std::span<const T> all) {
        if (all.empty())
            return;
        if (size_ + all.size() > room_)
            reserve(std::max(size_ + all.size(), 2 * room_));
        copy(data() + size_, all);
        size_ += all.size();
    }
    void insert(const T* at, T one) {
        const std::size_t place = static_cast<std::size_t>(at - data());
        push_back(one);
        std::rotate(data() + place, data() + size_ - 1, data() + size_);
    }

    friend bool operator==(const Small& a, const Small& b) {
        return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
    }
    friend bool operator<(const Small& a, const Small& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    T* near() { return reinterpret_cast<T*>(near_); }
    const T* near() const { return reinterpret_cast<const T*>(near_); }
    void release() {
        if (far_ != nullptr)
            KeptBlocks::give(far_, room_ * sizeof(T));
    }
    // From what holds nothing that would have to be released.
    void take(Small& other) {
        far_ = std::exchange(other.far_, nullptr);
        room_ = std::exchange(other.room_, inside);
        size_ = std::exchange(other.size_, 0);
        if (far_ == nullptr && size_ > 0)
            copy(near(), {other.near(), size_});
    }
    // What may lie inside is mostly one or two elements: without a call.
    static void copy(T* to, std::span<const T> from) {
        if (from.size() > inside) {
            std::memcpy(static_cast<void*>(to), from.data(), from.size_bytes());
            return;
        }
        for (std::size_t i = 0; i < inside; ++i)
            if (i < from.size())
                std::memcpy(static_cast<void*>(to + i), from.data() + i, sizeof(T));
    }

    T* far_ = nullptr; // null: they lie in near_
    std::size_t size_ = 0, room_ = inside;
    alignas(T) std::byte near_[inside * sizeof(T)];
};

} // namespace hydra::rt
