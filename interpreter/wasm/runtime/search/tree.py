"""The search tree of MCTS: what is known of a question when it comes again.

It widens where many options differ in how much they appeal (progressive widening: Coulom, 2007; Chaslot and others, 2008).

A node is a question: its key, who is asked among how many options (and how many of them bots take), how often it was visited, and how all
of that ended for who is asked; then of every option how often it was taken, its prior (0: never taken), and how it ended.  Ends are
numbers from 0 to 65,536.
"""

from __future__ import annotations

from arbitre.interpreter.state.trials import BEST_PRIOR, BROAD, DEEPEST, MANY_NODES, PLAIN_PRIOR, RANKED
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.bot_records import Node, NodeOption
from arbitre.interpreter.wasm.layout.cells import bots, search
from arbitre.interpreter.wasm.layout.records import ListHead, StackCells
from arbitre.interpreter.wasm.routines.machine import clz, fill, load64, load_word, mul, shr_u
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.runtime.interfaces import begin_heuristics
from arbitre.interpreter.wasm.runtime.primitives.dice import lot_below
from arbitre.interpreter.wasm.runtime.primitives.numbers import lesser
from arbitre.interpreter.wasm.runtime.search.options import both_lists, open_answers

NODE_SHIFT, NODE_LAST = 47, 0x1FFFF  # of a key: its place among the nodes
SEAT, COUNT_SHIFT, COUNT, TAKEN_SHIFT = 0xFFFF, 16, 0xFFFFFF, 40  # what a node is about
RANK_SHIFT, WEIGHT = 8, 0xFF  # what the prior of an option holds
EVEN = 32_768  # an end that is neither good nor bad


def count_of(node: Node) -> int:
    """How many options a question has."""
    return (node.about >> COUNT_SHIFT) & COUNT


def option_of(node: Node, option: int) -> NodeOption:
    """An option of a node."""
    return NodeOption(node.options).nth(option)


def rounds_at(block: int) -> int:
    """How many rounds had begun in a match that stands elsewhere."""
    return load_word(block + (areas.runs.address - areas.match_block.address), sizes.main)


def hash_of(value: int, at: int, size: int) -> int:
    """Some bytes and what came before, hashed."""
    end = at + size
    while at < end:
        value = mul(value ^ load64(at), 0x9E3779B97F4A7C15)
        value = value ^ shr_u(value, 29)
        at += WORD
    return value


def state_hash() -> int:
    """How the match stood before the statement that asks."""
    found = search.state_hash
    if found:
        return found
    to = areas.next_boundary.address - areas.match_block.address
    found = hash_of(1, to + areas.runs.address, areas.cells_end.address - areas.runs.address)
    found = hash_of(found, to + areas.timers.address, WORD + ListHead(to + areas.timers.address).count * sizes.timers_entry)
    found = hash_of(found, to + areas.waiting.address, WORD + ListHead(to + areas.waiting.address).count * sizes.waiting_entry)
    found = hash_of(found, to + areas.scheduled.address, WORD + ListHead(to + areas.scheduled.address).count * sizes.scheduled_entry)
    found = hash_of(found, to + areas.stack_base.address, StackCells(to + areas.stack_cells.address).top - areas.stack_base.address) | 1
    search.state_hash = found
    return found


def note_answer(choice: int) -> None:
    """An answer more in the statement that asks."""
    search.answer_hash = mixed(mixed(search.answer_hash, search.part_key), choice + 1)


def mixed(value: int, more: int) -> int:
    """Two numbers hashed."""
    value = mul(value ^ more, 0x9E3779B97F4A7C15)
    return value ^ shr_u(value, 31)


def node_here(seat: int) -> Node:
    """The node of a question to a seat, or 0; then ``NODE_PLACE`` is where it would be found."""
    key = mixed(mixed(state_hash(), search.answer_hash), seat + 1)
    place = shr_u(key, NODE_SHIFT)
    search.node_key = key
    while 1:
        at = Node(areas.node_places[place])
        if at == 0:
            search.node_place = place
            return Node(0)
        if at.key == key:
            return at
        place = (place + 1) & NODE_LAST


def new_node(seat: int, count: int, plain: int, kept: int) -> Node:
    """A node for the question that was just looked for; 0 where there is no room."""
    at = Node(search.nodes_top)
    end = at.options + count * NodeOption.SIZE
    if end > sizes.nodes_end or search.nodes_count >= MANY_NODES:
        return Node(0)
    search.nodes_top = end
    search.nodes_count += 1
    areas.node_places[search.node_place] = at
    fill(at, 0, end - at)
    at.key = search.node_key
    n = open_answers(count)
    if kept and plain:
        j = both_lists(n, plain, kept)
        if j:
            n = j
        else:
            n = open_answers(count)
    at.about = seat | (count << COUNT_SHIFT) | (n << TAKEN_SHIFT)
    most = areas.appeals[areas.left[0]]
    i = 1
    while i < n:
        here = areas.appeals[areas.left[i]]
        if here > most:
            most = here
        i += 1
    i = 0
    while i < n:
        one = areas.left[i]
        option_of(at, one).prior = BEST_PRIOR if bots.rated and areas.appeals[one] == most else PLAIN_PRIOR
        i += 1
    if bots.rated and n <= RANKED:
        rank_options(at, n)
    return at


def rank_options(node: Node, n: int) -> None:
    """Notes of each option how many appeal more."""
    i = 0
    while i < n:
        here = areas.appeals[areas.left[i]]
        more = 0
        j = 0
        while j < n:
            more += areas.appeals[areas.left[j]] > here
            j += 1
        option_of(node, areas.left[i]).prior += more << RANK_SHIFT
        i += 1


def broad(visits: int) -> int:
    """How many options may appeal more than one that is looked into: ever more (progressive widening)."""
    return BROAD + root_of(visits)


def root_of(number: int) -> int:
    """The whole part of its square root."""
    if number < 2:
        return number
    found = 1 << ((65 - clz(number)) >> 1)
    while 1:
        nearer = (found + number // found) >> 1
        if nearer >= found:
            return found
        found = nearer


def best_child(node: Node) -> int:
    """The option that promises most: what came of it, and more for one that was taken seldom."""
    count = count_of(node)
    visits = node.visits
    mean = (node.total // visits if visits else EVEN) - search.later
    wide = broad(visits)
    reach = (search.explore * root_of(((visits + 1) << 16) // lesser(node.about >> TAKEN_SHIFT, wide))) >> 8
    option = lot_below(count)
    best = 0
    most = -0x7FFFFFFFFFFF
    i = 0
    while i < count:
        at = option_of(node, option)
        weight = at.prior & WEIGHT
        if weight and (at.prior >> RANK_SHIFT) < wide:
            times = at.times
            score = (at.total // times if times else mean) + reach * weight // (16 * (times + 1))
            if score > most:
                most = score
                best = option
        option += 1
        if option == count:
            option = 0
        i += 1
    return best


def leave_tree() -> None:
    """From here on it is played on."""
    search.searching = 2
    search.thought_of += search.thought
    search.thought = 0
    search.think_until = rounds_at(areas.next_boundary.address) + search.think_turns


def descended(seat: int, count: int, plain: int, kept: int) -> int:
    """The answer that the tree gives, which grows by the question where it is new; -1 where it has none."""
    node = node_here(seat)
    if node == 0:
        if not bots.has_heuristics:
            begin_heuristics(count, 0)
        node = new_node(seat, count, plain, kept)
        leave_tree()
        if node == 0:
            return -1
    length = areas.tree_path.count
    if count_of(node) != count or length >= DEEPEST:
        leave_tree()
        return -1
    choice = best_child(node)
    areas.tree_path[length].node = node
    areas.tree_path[length].option = choice
    areas.tree_path.count = length + 1
    return choice
