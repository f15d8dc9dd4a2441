def has_x86_64_v3():
    return False

class Search:
    """Temporary plain search in Python, until the core lands."""
    def __init__(self, memory_mib, options):
        if memory_mib < 1: raise ValueError(f"memory cap of {memory_mib} MiB: it must be at least 1")
    def step(self, position): return 1
    def first_guess(self, position, objective): return 1
    def table_usage(self): return {}
    def ask(self, position, objective, target, nodes_left, stop):
        self.nodes = 0; self.memo = {}; self.limit = nodes_left; self.stop = stop; self.objective = objective
        try:
            v = self._walk(position)
        except StopIteration as e:
            return None, self.nodes, str(e)
        return (v, v), self.nodes, ""
    def _walk(self, p):
        if p.is_over: return 0
        k = (p.hands, p.leader, p.trick)
        if k in self.memo: return self.memo[k]
        self.nodes += 1
        if self.stop.is_set(): raise StopIteration("cancelled")
        if self.limit is not None and self.nodes > self.limit: raise StopIteration("node_limit")
        vals = []
        for c in p.legal_plays():
            q = p.play(c)
            vals.append(self._walk(q) + sum(q.tally[s]-p.tally[s] for s in self.objective.counts))
        v = max(vals) if p.to_move in self.objective.wants else min(vals)
        self.memo[k] = v
        return v
