"""Small rulebooks in which a side comes to know what it may not: name -> (lines, a line where the secret is, a line where it shows).

They all begin with :data:`BASE`. A line is named by words that stand in it.
"""

from __future__ import annotations

BASE = """\
game tiny:
    title en "Tiny" fr "Petit"
    text en "Secrets." fr "Des secrets."
    events seen by everyone
kind camp: reds, blues
kind player, seats: red, blue, green
    camp: camp
    secret: 0 to 9, seen by it
    plan: 0 to 9, seen by camp
    spy: flag, seen by nobody
    fear: flag, seen by nobody
    score: 0 to 9
    mark: flag
kind card, up to 12:
    owner: player
    face: 0 to 9, seen by owner
    open: flag
kind pawn, up to 6:
    seen by camp
    camp: camp
    worth: 0 to 9, seen by camp
    spot: 0 to 9
let rival(player) = first(players where it is not player)
event setup:
    red.camp becomes reds
    for each player in players:
        roll d6 as dealt seen by nobody
        player.secret becomes dealt
        player.plan becomes dealt
        player.spy becomes dealt is 1
        player.fear becomes dealt is 2
        create card as one with owner player, face dealt
    for each camp in camps: create pawn as one with camp camp, worth 1
event bump player:
    player gains 1 score
test nerve by player with (malus: 0 to 9): d6
    -1 when player.mark
    success when total is malus or more
"""

LEAKS: dict[str, tuple[str, str, str]] = {
    "option": ("""
event go player:
    player chooses target from players where spy
    target gains 1 score
agenda turn:
    one: go red
""", "players where spy", "chooses target"),
    "named branch": ("""
event go player:
    player chooses stance:
        bold when player.rival.spy: player gains 1 score
        shy: player loses 1 score
agenda turn:
    one: go red
""", "bold when", "chooses stance"),
    "may is asked": ("""
event go player:
    if player.rival.spy:
        player may hit: player.rival loses 1 score
agenda turn:
    one: go red
""", "if player.rival.spy", "player may hit"),
    "default": ("""
event go player:
    player chooses n from 0 to 3 otherwise min(player.rival.secret, 3)
    player gains 1 score
agenda turn:
    one: go red
""", "otherwise min", "chooses n"),
    "bound of a number": ("""
event go player:
    player chooses n from 0 to player.rival.secret
    player gains 1 score
agenda turn:
    one: go red
""", "to player.rival.secret", "chooses n"),
    "who is asked": ("""
event go:
    let who = first(players where spy)
    if who is not none:
        who may pass: who gains 1 score
agenda turn:
    one: go
""", "players where spy", "may pass"),
    "when of an action": ("""
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    during acting
    when target.spy
    target loses 1 score
agenda turn:
    acting: for each player in players: player acts in acting
""", "when target.spy", ""),
    "limit of an action": ("""
action hit by player:
    title en "Hit" fr "Frapper"
    during acting
    up (player.rival.secret) per turn
    player loses 1 score
agenda turn:
    acting: for each player in players: player acts in acting
""", "player.rival.secret", ""),
    "hint": ("""
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    during acting
    hint en "{target.secret}" fr "{target.secret}"
    target loses 1 score
agenda turn:
    acting: for each player in players: player acts in acting
""", "hint en", "action hit"),
    "needs": ("""
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    needs not target.spy else en "a spy" fr "un espion"
    target.fear becomes true
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing: perform hit
""", "needs not target.spy", "action hit"),
    "an order fails": ("""
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    if target.spy: fail
    target.fear becomes true
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing: perform hit
""", "if target.spy", "action hit"),
    "while he acts": ("""
action hit by player:
    title en "Hit" fr "Frapper"
    during acting
    player loses 1 score
agenda turn:
    acting: red acts in acting, up to 3 times, while not blue.spy
""", "while not blue.spy", "red acts"),
    "roll happens": ("""
event go player:
    if player.spy:
        roll d6 as luck
        player gains luck score
agenda turn:
    one: go red
""", "if player.spy", "roll d6 as luck"),
    "result of a test": ("""
adjust test nerve by player: -2 when player.spy
event go player:
    test nerve by player with 3:
        success: player gains 1 score
agenda turn:
    one: go red
""", "-2 when player.spy", "test nerve by player with"),
    "argument of a test": ("""
event go player:
    test nerve by player with player.rival.secret:
        success: player gains 1 score
agenda turn:
    one: go red
""", "with player.rival.secret", ""),
    "reroll": ("""
after roll of nerve by player when player.spy: reroll
event go player:
    test nerve by player with 3:
        success: player gains 1 score
agenda turn:
    one: go red
""", "when player.spy", ""),
    "number of dice": ("""
event go player:
    repeat player.secret times: bump player
agenda turn:
    one: go red
""", "repeat player.secret", ""),
    "stored value": ("""
event go player:
    player.score becomes player.secret
agenda turn:
    one: go red
""", "becomes player.secret", "becomes player.secret"),
    "stored or not": ("""
event go player:
    if player.spy: player.mark becomes true
agenda turn:
    one: go red
""", "if player.spy", "mark becomes true"),
    "stored where fewer should see": ("""
event go player:
    player.plan becomes player.secret
agenda turn:
    one: go red
""", "becomes player.secret", "becomes player.secret"),
    "by way of a name": ("""
event go player:
    let x = player.secret + 1
    let y = x
    player.score becomes min(y, 9)
agenda turn:
    one: go red
""", "let x", "score becomes"),
    "nested calls": ("""
event outer player with (number: 0 to 9):
    inner player with number
event inner player with (number: 0 to 9):
    if number is 3: player.mark becomes true
agenda turn:
    one: for each player in players: outer player with player.secret
""", "with player.secret", ""),
    "result of an event": ("""
event look player:
    gives flag
    if player.spy: give true
    give false
event go player:
    look player as found
    if found: player.mark becomes true
agenda turn:
    one: go red
""", "look player as found", "mark becomes true"),
    "left early": ("""
event go player:
    if player.spy: end
    player.mark becomes true
agenda turn:
    one: go red
""", "if player.spy", "mark becomes true"),
    "left early within a call": ("""
action hit by player:
    title en "Hit" fr "Frapper"
    during acting
    check_spy player
    player gains 1 score
event check_spy player:
    if player.spy: fail
agenda turn:
    acting: for each player in players: player acts in acting
""", "check_spy player", ""),
    "guard of an event": ("""
event reward player:
    when player.spy
    player.mark becomes true
agenda turn:
    one: reward red
""", "when player.spy", ""),
    "hook": ("""
after bump player when player.spy: player.mark becomes true
agenda turn:
    one: bump red
""", "when player.spy", ""),
    "prevented": ("""
before bump player when player.spy: prevent
agenda turn:
    one: bump red
""", "when player.spy", "gains 1 score"),
    "instead": ("""
instead of bump player when player.spy: proceed with player player.rival
agenda turn:
    one: bump red
""", "when player.spy", ""),
    "a field that an event keeps": ("""
event go player:
    keeps shade: 0 to 9 = 0
    if shade is 2: player.mark becomes true
before go player: shade becomes player.secret
agenda turn:
    one: go red
""", "shade becomes player.secret", "mark becomes true"),
    "told": ("""
event go player:
    if player.rival.spy: tell player en "Beware." fr "Attention."
agenda turn:
    one: go red
""", "if player.rival.spy", "tell player"),
    "a fact is told": ("""
event go player:
    if player.rival.spy: tell player player.rival.secret
agenda turn:
    one: go red
""", "if player.rival.spy", "tell player"),
    "wording": ("""
event go player:
    let word = (red if player.rival.spy otherwise blue)
    tell everyone en "{word}." fr "{word}."
agenda turn:
    one: go red
""", "let word", "tell everyone"),
    "to whom it is told": ("""
event go:
    let spies = players where spy
    tell spies en "Now." fr "Maintenant."
agenda turn:
    one: go
""", "players where spy", "tell spies"),
    "sentence": ("""
event go player:
    if player.spy:
        says en "A shadow." fr "Une ombre."
    player gains 1 score
agenda turn:
    one: go red
""", "if player.spy", "says en"),
    "number of events": ("""
event go:
    for each player in players where spy: bump player
agenda turn:
    one: go
""", "players where spy", ""),
    "order of events": ("""
event go:
    for each player in players by highest secret: bump player
agenda turn:
    one: go
""", "by highest secret", ""),
    "ties": ("""
event go:
    for each player in players by highest secret then highest d6: bump player
agenda turn:
    one: go
""", "by highest secret", ""),
    "row order": ("""
event go:
    for each pawn in pawns: tell everyone en "{pawn.spot}." fr "{pawn.spot}."
agenda turn:
    one: go
""", "for each pawn", "for each pawn"),
    "which row it is": ("""
event go:
    let strong = first(best(spot, pawns))
    let own = first(pawns where camp is reds)
    if strong is own: red.mark becomes true
agenda turn:
    one: go
""", "if strong is own", "mark becomes true"),
    "row number": ("""
event go player:
    if player.spy: create card with owner player
agenda turn:
    one: go red
""", "if player.spy", "create card"),
    "discarded": ("""
event go:
    for each card in cards where face is 6: discard card
agenda turn:
    one: go
""", "where face is 6", "discard card"),
    "ending": ("""
agenda turn:
    one:
        if blue.spy: red wins
""", "if blue.spy", "red wins"),
    "winner": ("""
let strongest() = best(secret, players)
agenda turn:
    one: strongest() wins
""", "strongest() wins", "strongest() wins"),
    "an agenda runs": ("""
agenda chase:
    run: bump red
agenda turn:
    one:
        if blue.spy: chase
""", "if blue.spy", ""),
    "an agenda goes on": ("""
agenda chase, while not blue.spy:
    run: bump red
agenda turn:
    one: chase
""", "while not blue.spy", ""),
    "later": ("""
event go player:
    if player.spy:
        at end of turn: bump player
agenda turn:
    one: go red
""", "if player.spy", ""),
    "orders": ("""
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    target loses 1 score
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing:
        if any orders where action is hit: blue.mark becomes true
    hit
""", "any orders", "mark becomes true"),
    "orders are carried out": ("""
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    target loses 1 score
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing: perform hit
""", "perform hit", ""),
    "done at once while orders are given": ("""
action sign by player:
    title en "Sign" fr "Signer"
    during orders
    player.mark becomes true
agenda turn:
    orders: for each player in players together: player gives orders in secret
""", "player.mark becomes true", "player.mark becomes true"),
    "order of steps": ("""
kind side: early, late
agenda rounds, for each side:
    first_half: bump red
    second_half: bump blue
    changing:
        if red.spy: reschedule step(second_half, late) before step(first_half, late)
agenda turn:
    one: rounds
""", "if red.spy", ""),
    "a sealed choice of another": ("""
agenda turn:
    one:
        for each player in (red, blue) together:
            player chooses n from 0 to 3 in secret
            player.rival chooses m from 0 to n in secret
            player.fear becomes m is 1
""", "chooses n", "chooses m"),
    "a secret choice, and the next is asked": ("""
agenda turn:
    one:
        red chooses n from 0 to 3 in secret
        red.score becomes n
        blue may pass: blue gains 1 score
""", "chooses n", "score becomes n"),
    "dice that some see": ("""
event go player:
    roll d6 as luck seen by player
    player.score becomes luck
agenda turn:
    one: go red
""", "as luck seen by", "score becomes luck"),
    "a test that some see": ("""
event go player:
    test nerve by player with 3 seen by player:
        success: player.mark becomes true
agenda turn:
    one: go red
""", "seen by player", "mark becomes true"),
    "a draw nobody sees": ("""
event go:
    draw one from players seen by nobody
    one.mark becomes true
agenda turn:
    one: go
""", "draw one", "mark becomes true"),
    "an event that some see": ("""
event peek player:
    seen by player
    roll d6 as luck
    player.score becomes luck
agenda turn:
    one: peek red
""", "", "score becomes luck"),
    "knows": ("""
event go player:
    if player knows player.rival.secret: player.mark becomes true
event inform player: tell player player.rival.secret
agenda turn:
    one: go red
    two: inform blue
""", "player knows", "mark becomes true"),
    "a value within a value": ("""
let danger(player) = count(players where spy) + 1
let threat(player) = player.danger * 2
event go player:
    if player.threat is 4 or more: player.mark becomes true
agenda turn:
    one: go red
""", "player.threat", "mark becomes true"),
    "chance": ("""
adjust test nerve by player: -2 when player.spy
action dare by player:
    title en "Dare" fr "Oser"
    during acting
    when chance(nerve by player with 3) is 50% or more
    player gains 1 score
agenda turn:
    acting: for each player in players: player acts in acting
""", "when chance", ""),
    "a condition that another adjusts": ("""
player is ready when player.score is 0
adjust player is ready: not when player.spy
event go player:
    if player is ready: player gains 1 score
agenda turn:
    one: go red
""", "player is ready:", "gains 1 score"),
    "set for a time": ("""
event go player:
    if player.spy: player.mark becomes true until end of turn
agenda turn:
    one: go red
""", "if player.spy", "mark becomes true"),
    "revealed to another": ("""
event go player:
    reveals spy to player
    if player.rival.spy: player.mark becomes true
agenda turn:
    one: go red
""", "if player.rival.spy", "mark becomes true"),
    "revealed elsewhere": ("""
event go player:
    if player.score is 0:
        reveals spy
        if player.spy: player.mark becomes true
    if player.spy: player loses 1 score
agenda turn:
    one: go red
""", "loses 1 score", "loses 1 score"),
    "the owner has changed": ("""
event go card to player:
    let old = card.owner
    card.owner becomes player
    if card.face is 3: tell old en "A three." fr "Un trois."
agenda turn:
    one: for each card in cards: go card to red
""", "if card.face is 3", "tell old"),
}  # fmt: skip
