"""Makes a failing program small: takes out statements (halves first, then fewer), replaces expressions by their parts
or by 1, and subscripts by 0, as long as the same failure remains. Works on the tree in place."""
import time

from tree import Block, Expr, Node, Pick, nodes


class OutOfTime(Exception):
    pass


def shrink(made, still_fails, deadline):
    """Shrinks `made` (its tree is changed) while still_fails() holds; stops at the time `deadline`."""

    def holds():
        if time.time() > deadline:
            raise OutOfTime
        return still_fails()

    blocks = (made.definitions, made.declarations, made.body)
    try:
        while any([sum(take_out(block, holds) for block in all_blocks(blocks)), unwrap(blocks, holds),
                   simplify(blocks, holds)]):
            pass
    except OutOfTime:
        pass


def all_blocks(roots):
    """Blocks, the body's first: what it no longer uses can be taken out of the others."""
    return [node for root in reversed(roots) for node in nodes(root) if isinstance(node, Block)]


def attempt(change, undo, holds):
    change()
    kept = False
    try:
        kept = holds()
    finally:
        if not kept:
            undo()
    return kept


def take_out(block, holds):
    """Removes runs of items, long ones first. Returns how many it removed."""
    removed, length = 0, max(1, len(block.items) // 2)
    while length >= 1:
        at = len(block.items) - length
        while at >= 0:
            before = list(block.items)

            def change():
                del block.items[at:at + length]

            def undo():
                block.items[:] = before

            if attempt(change, undo, holds):
                removed += length
            at -= length if at >= length or at == 0 else at
        length //= 2
    return removed


def unwrap(roots, holds):
    """Puts the statements of a loop or a condition in its place."""
    done = 0
    for block in all_blocks(roots):
        for item in list(block.items):
            if not isinstance(item, Node):
                continue
            inner = [p for p in item.parts if isinstance(p, Block)]
            if not inner or "hydra" in str(item).split("{")[0]:
                continue
            before = list(block.items)
            at = next(i for i, other in enumerate(block.items) if other is item)

            def change():
                block.items[at:at + 1] = [i for b in inner for i in b.items]

            def undo():
                block.items[:] = before

            done += attempt(change, undo, holds)
    return done


def simplify(roots, holds):
    """Replaces expressions by simpler ones."""
    done = 0
    for root in roots:
        for node in list(nodes(root)):
            if isinstance(node, Pick):
                choices = [[p] for p in node.alternatives if str(p) != str(node)]
            elif isinstance(node, Expr) and len(str(node)) > 1:
                choices = [["1 > 0"] if node.cls == "B" else ["1"]]
                choices += [[p] for p in node.parts if isinstance(p, Expr) and p.cls == node.cls]
            else:
                continue
            for choice in choices:
                before = node.parts
                if choice == before or str(node) in ("1", "1 > 0"):
                    continue

                def change():
                    node.parts = choice

                def undo():
                    node.parts = before

                if attempt(change, undo, holds):
                    done += 1
                    break
    return done
