cdef extern from *:
    """
    #include <stdatomic.h>
    typedef atomic_int forehand_flag;
    static inline int forehand_flag_is_set(forehand_flag *flag) { return atomic_load_explicit(flag, memory_order_relaxed); }
    static inline void forehand_flag_write(forehand_flag *flag, int value) { atomic_store_explicit(flag, value, memory_order_relaxed); }
    """
    ctypedef struct forehand_flag:
        pass
    bint forehand_flag_is_set(forehand_flag* flag) noexcept nogil
    void forehand_flag_write(forehand_flag* flag, int value) noexcept nogil


cdef class StopFlag:
    cdef forehand_flag flag
