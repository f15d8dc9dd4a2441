# The same source as core, compiled for x86-64-v3.
include "core.pyx"
