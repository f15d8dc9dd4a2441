from .core import MAX_MEMORY_MIB as MAX_MEMORY_MIB
from .core import Search as Search
from .core import has_x86_64_v3 as has_x86_64_v3
