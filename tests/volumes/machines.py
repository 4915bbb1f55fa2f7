"""Ranks, and who of them has the newest value of each element: what the simulations in volumes.py run on."""


class Machine:
    """P ranks, an array's rows dealt in blocks that differ by at most one, the longer ones first. A loop in which some
    rank would have more than 1.5 times its fair share of iterations is dealt out by its own rows instead."""

    def printed(self, *elements):
        """Rank 0 prints them: this is counted apart from what travels between loops."""

    def __init__(self, ranks):
        self.ranks, self.everyone, self.moved = ranks, (1 << ranks) - 1, 0
        self.holders = {}

    def owner(self, row, extent):
        short, longer = divmod(extent, self.ranks)
        border = longer * (short + 1)
        return row // (short + 1) if row < border else longer + (row - border) // short

    def owners(self, begin, end, extent):
        owner = [self.owner(x, extent) for x in range(begin, end)]
        fair = -(-(end - begin) // self.ranks)
        if owner and max(map(owner.count, set(owner))) > 1.5 * fair:
            owner = [self.owner(x, end - begin) for x in range(end - begin)]
        return owner

    def launch(self, begin, end, extent, reads, writes, front=False):
        """One parallel loop over begin <= x < end; reads(x) and writes(x) list the elements that x touches. A front
        passes over rows that stay where they are."""
        owner = [self.owner(x, extent) for x in range(begin, end)] if front else self.owners(begin, end, extent)
        for x in range(begin, end):
            rank = 1 << owner[x - begin]
            for element in reads(x):
                held = self.holders.get(element, self.everyone)
                if not held & rank:
                    self.moved += 1
                    self.holders[element] = held | rank
        for x in range(begin, end):
            for element in writes(x):
                self.holders[element] = 1 << owner[x - begin]


    def place(self, i, _j, extent):
        """The rank that has element (i, j) of a square array."""
        return self.owner(i, extent)

    def launch_lines(self, extent, copies):
        """A loop along edges: pairs of elements, each read where the one lies that is written from it; the copies of
        one line after those of another."""
        for source, (array, i, j) in copies:
            rank = 1 << self.place(i, j, extent)
            held = self.holders.get(source, self.everyone)
            if not held & rank:
                self.moved += 1
                self.holders[source] = held | rank
            self.holders[array, i, j] = rank

    def sweep(self, begin, end, extent, rows):
        """A loop along columns whose rows stay with their ranks; rows(i): what all columns together read and write in
        row i. Ascending or not: old values and new ones are told apart by the order of the calls."""
        owner = self.owners(1, extent, extent)  # row 0 is not written
        for row in range(begin, end, 1 if begin < end else -1):
            rank = 1 << owner[row - 1]
            reads, writes = rows(row)
            for element in reads:
                held = self.holders.get(element, self.everyone)
                if not held & rank:
                    self.moved += 1
                    self.holders[element] = held | rank
            for element in writes:
                self.holders[element] = rank


class BlockCyclic(Machine):
    """Indexes go to the ranks in turn, in blocks of a power of two, so that each rank gets 32 blocks or more of a large
    extent."""

    def owners(self, begin, end, extent):
        block = 1 << (max(1, extent // (32 * self.ranks)).bit_length() - 1)
        return [x // block % self.ranks for x in range(begin, end)]


class Boxes(Machine):
    """Ranks in a grid over rows and columns, R at least C. What only iterations share out is dealt in blocks of rows."""

    def __init__(self, ranks):
        super().__init__(ranks)
        self.columns = max(c for c in range(1, ranks + 1) if ranks % c == 0 and c * c <= ranks)
        self.down, self.across = Machine(ranks // self.columns), Machine(self.columns)

    def place(self, i, j, extent):
        return self.down.owner(i, extent) * self.columns + self.across.owner(j, extent)

    def launch_boxes(self, rows, row_extent, columns, column_extent, reads, writes):
        """reads(boxes): what a rank reads that has these pairs of iteration and round; writes(x, j): elements."""
        down, across = self.down.owners(*rows, row_extent), self.across.owners(*columns, column_extent)
        boxes = [[] for _ in range(self.ranks)]
        for x, row in enumerate(down, rows[0]):
            for j, column in enumerate(across, columns[0]):
                boxes[row * self.columns + column].append((x, j))
        for rank, box in enumerate(boxes):
            for element in set(reads(box)) if box else ():
                held = self.holders.get(element, self.everyone)
                if not held >> rank & 1:
                    self.moved += 1
                    self.holders[element] = held | 1 << rank
        for rank, box in enumerate(boxes):
            for x, j in box:
                for element in writes(x, j):
                    self.holders[element] = 1 << rank


class DeviceMachine(Machine):
    """The same, each rank with a device: of every element, who has its newest value on the host and who on the device.
    Kernels read and write on devices, messages go from host to host, serial code runs on hosts."""

    def __init__(self, ranks):
        super().__init__(ranks)
        self.on_host, self.on_device, self.to_device, self.to_host = {}, {}, 0, 0

    def fetch(self, element, rank):
        """The rank gets the newest value: from its nearest holder, of two the lower."""
        held = self.holders.get(element, self.everyone)
        if held >> rank & 1:
            return
        source = min((r for r in range(self.ranks) if held >> r & 1), key=lambda r: (abs(r - rank), r))
        self.moved += 1
        self.read_on_host(element, source)
        self.holders[element] = held | 1 << rank
        self.on_host[element] = self.on_host.get(element, self.everyone) | 1 << rank
        self.on_device[element] = self.on_device.get(element, 0) & ~(1 << rank)

    def read_on_host(self, element, rank):
        if not self.on_host.get(element, self.everyone) >> rank & 1:
            self.to_host += 1
            self.on_host[element] |= 1 << rank

    def launch(self, begin, end, extent, reads, writes):
        owner = self.owners(begin, end, extent)
        for x in range(begin, end):
            for element in reads(x):
                self.fetch(element, owner[x - begin])
        for x in range(begin, end):
            rank = owner[x - begin]
            for element in reads(x):
                if not self.on_device.get(element, 0) >> rank & 1:
                    self.to_device += 1
                    self.on_device[element] = self.on_device.get(element, 0) | 1 << rank
        for x in range(begin, end):
            rank = 1 << owner[x - begin]
            for element in writes(x):
                self.holders[element], self.on_device[element], self.on_host[element] = rank, rank, 0

    def printed(self, *elements):
        for element in elements:
            self.fetch(element, 0)
            self.read_on_host(element, 0)
