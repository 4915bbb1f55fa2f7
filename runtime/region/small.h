// A vector whose first few elements lie in itself: most regions are a box or two, and to allocate memory for each of
// them took a third of the time of a plan.
#ifndef HYDRA_RUNTIME_REGION_SMALL_H
#define HYDRA_RUNTIME_REGION_SMALL_H

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace hydra::rt {

// Up to `inside` elements need no memory of their own. As std::vector otherwise: iterators and references are void
// when the size changes, and what is inserted is not the vector's own.
template <class T, std::size_t inside> class Small {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

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
        T* const more = static_cast<T*>(::operator new(room * sizeof(T)));
        std::memcpy(static_cast<void*>(more), data(), size_ * sizeof(T));
        release();
        far_ = more;
        room_ = room;
    }
    void push_back(const T& one) { append({&one, 1}); }
    void append(std::span<const T> all) {
        if (all.empty())
            return;
        if (size_ + all.size() > room_)
            reserve(std::max(size_ + all.size(), 2 * room_));
        std::memcpy(static_cast<void*>(data() + size_), all.data(), all.size_bytes());
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
            ::operator delete(far_);
    }
    // From what holds nothing that would have to be released.
    void take(Small& other) {
        far_ = std::exchange(other.far_, nullptr);
        room_ = std::exchange(other.room_, inside);
        size_ = std::exchange(other.size_, 0);
        if (far_ == nullptr && size_ > 0)
            std::memcpy(near_, other.near_, size_ * sizeof(T));
    }

    T* far_ = nullptr; // null: they lie in near_
    std::size_t size_ = 0, room_ = inside;
    alignas(T) std::byte near_[inside * sizeof(T)];
};

} // namespace hydra::rt

#endif
