# Words as sets: the few machine operations the search lives on, with a portable path for each.
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__BMI2__)
    #include <immintrin.h>
    #define forehand_pext(word, mask) _pext_u64((word), (mask))
    #define forehand_pdep(word, mask) _pdep_u64((word), (mask))
    #else
    static inline uint64_t forehand_pext(uint64_t word, uint64_t mask) {
        uint64_t packed = 0;
        for (uint64_t place = 1; mask; place <<= 1, mask &= mask - 1)
            if (word & mask & -mask) packed |= place;
        return packed;
    }
    static inline uint64_t forehand_pdep(uint64_t word, uint64_t mask) {
        uint64_t spread = 0;
        for (uint64_t place = 1; mask; place <<= 1, mask &= mask - 1)
            if (word & place) spread |= mask & -mask;
        return spread;
    }
    #endif
    #if defined(__x86_64__) && defined(__GNUC__)
    static int forehand_has_x86_64_v3(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
            && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    }
    #else
    static int forehand_has_x86_64_v3(void) { return 0; }
    #endif
    """
    # The bits of word at the places of mask, packed to the low end; and back.
    uint64_t pext "forehand_pext"(uint64_t word, uint64_t mask) noexcept nogil
    uint64_t pdep "forehand_pdep"(uint64_t word, uint64_t mask) noexcept nogil
    int popcount "__builtin_popcountll"(uint64_t word) noexcept nogil
    int lowest "__builtin_ctzll"(uint64_t word) noexcept nogil      # word must not be 0
    int _leading_zeros "__builtin_clzll"(uint64_t word) noexcept nogil
    bint cpu_has_x86_64_v3 "forehand_has_x86_64_v3"() noexcept nogil


cdef inline int highest(uint64_t word) noexcept nogil:
    # word must not be 0.
    return 63 - _leading_zeros(word)
