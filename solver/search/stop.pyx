"""The flag that ends a search from another thread."""


cdef class StopFlag:
    def __cinit__(self):
        forehand_flag_write(&self.flag, 0)

    def set(self):
        forehand_flag_write(&self.flag, 1)

    def is_set(self):
        return bool(forehand_flag_is_set(&self.flag))
