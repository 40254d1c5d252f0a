"""Small rulebooks with secrets that nobody comes to know: they begin as those that leak."""

from __future__ import annotations

HARMLESS: dict[str, str] = {
    "his own secret shapes his options": """
event go player:
    reveals secret to nobody
    player chooses n from 0 to player.secret in secret
    player.secret becomes n
agenda turn:
    one: for each player in players: go player
""",
    "what he does while he gives orders, for himself alone": """
action sign by player:
    title en "Sign" fr "Signer"
    seen by player
    during orders
    player.secret becomes 3
agenda turn:
    orders: for each player in players together: player gives orders in secret
""",
    "his own cards": """
event go player:
    reveals face to nobody
    player chooses card from cards where owner is player and face is 3 in secret
    if card is not none: card.face becomes 4
agenda turn:
    one: for each player in players: go player
""",
    "a camp's secret, for its own": """
event go player:
    tell player.camp en "{player.plan}." fr "{player.plan}."
    if player.plan is 3: tell player.camp en "Three." fr "Trois."
agenda turn:
    one: for each player in players: go player
""",
    "an action offered to whom it concerns": """
action think by player:
    title en "Think" fr "Penser"
    when player.secret is 3
    player.secret becomes 4
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing:
        reveals orders
        perform think
""",
    "a hint about himself": """
action think by player:
    title en "Think" fr "Penser"
    hint en "{player.secret}" fr "{player.secret}"
    player.secret becomes 4
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing:
        reveals orders
        perform think
""",
    "stored as secretly": """
event go player:
    player.secret becomes min(player.secret + 1, 9)
    if player.spy: player.fear becomes true
agenda turn:
    one: for each player in players: go player
""",
    "from seen by a camp to seen by one of it": """
event go player:
    player.secret becomes player.plan
agenda turn:
    one: for each player in players: go player
""",
    "told openly": """
event go player:
    tell everyone player.secret
    tell everyone en "{player}: {player.secret}." fr "{player} : {player.secret}."
agenda turn:
    one: for each player in players: go player
""",
    "told to one": """
event go player:
    tell player en "{player.rival.secret}." fr "{player.rival.secret}."
agenda turn:
    one: for each player in players: go player
""",
    "a sentence that only some hear": """
event go player:
    says en "{player.secret} it is." fr "C'est {player.secret}."
agenda turn:
    one: for each player in players: go player
""",
    "revealed on a line": """
event go player:
    reveals spy
    if player.spy: player.mark becomes true
agenda turn:
    one: go red
""",
    "revealed by what calls": """
event go player:
    if player.spy: player.mark becomes true
agenda turn:
    one:
        reveals spy
        go red
""",
    "revealed by an agenda": """
agenda chase, while not blue.spy:
    reveals spy
    run: bump red
agenda turn:
    one: chase
""",
    "revealed by a value": """
player is suspect when player.spy
    reveals spy
event go player:
    if player is suspect: player.mark becomes true
agenda turn:
    one: go red
""",
    "revealed to him alone": """
event go player:
    reveals spy to player
    if player.spy: tell player en "They know." fr "Ils savent."
agenda turn:
    one: for each player in players: go player
""",
    "revealed by a value to its own": """
player is suspect when player.spy
    reveals spy to player
event go player:
    if player is suspect: tell player en "They know." fr "Ils savent."
agenda turn:
    one: for each player in players: go player
""",
    "revealed of an action, head and all": """
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    during acting
    when target.spy
    reveals spy
    target loses 1 score
agenda turn:
    acting: for each player in players: player acts in acting
""",
    "sealed until all have chosen": """
agenda turn:
    one:
        for each player in players together:
            player chooses player.score from 0 to 3 in secret
""",
    "sealed within an event": """
event duel:
    red chooses n from 0 to 3 in secret
    blue chooses m from 0 to 3 in secret
    if n is m: red gains 1 score
agenda turn:
    one: duel
""",
    "chosen in secret, kept in secret": """
agenda turn:
    one:
        red chooses n from 0 to 3 in secret
        red.secret becomes n
        blue may pass: blue gains 1 score
""",
    "his own sealed choice": """
agenda turn:
    one:
        for each player in players together:
            player chooses n from 0 to 3 in secret
            player chooses m from 0 to n in secret
            player.secret becomes m
""",
    "nobody's dice in nobody's field": """
event hide:
    draw one from players seen by nobody
    one.spy becomes true
    draw other from players seen by nobody
    if other.spy: other.fear becomes true
agenda turn:
    one: hide
""",
    "dice for whom they concern": """
event go player:
    roll d6 as luck seen by player
    player.secret becomes luck
    if luck is 6: tell player en "A six." fr "Un six."
agenda turn:
    one: for each player in players: go player
""",
    "open dice": """
event go player:
    roll d6 as luck
    player.score becomes luck
    player.secret becomes luck
agenda turn:
    one: for each player in players: go player
""",
    "what is open stays open": """
event go player:
    if player.mark: player gains 1 score
    player chooses target from players where mark
    if target is not none: bump target
agenda turn:
    one: for each player in players: go player
""",
    "an unused secret": """
event go player:
    let x = player.secret
    player gains 1 score
agenda turn:
    one: go red
""",
    "a secret of a name that is not used": """
event go player with (number: 0 to 9):
    seen by nobody
    player gains 1 score
agenda turn:
    one: for each player in players: go player with 3
""",
    "an event nobody sees": """
event note player with (number: 0 to 9):
    seen by nobody
    if number is 3: player.fear becomes true
agenda turn:
    one: for each player in players: note player with player.secret
""",
    "an event its own side sees": """
event note player with (number: 0 to 9):
    seen by player
    if number is 3: player.secret becomes 4
agenda turn:
    one: for each player in players: note player with player.secret
""",
    "orders of his own": """
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    when no orders where actor is player and action is hit
    target.fear becomes true
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing:
        reveals orders
        perform hit
""",
    "orders where the giver is named": """
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    target.fear becomes true
event count_up player:
    seen by nobody
    player.secret becomes min(count(orders where giver is player), 9)
agenda turn:
    orders: for each player in players together: player gives orders in secret
    doing:
        for each player in players: count_up player
        for each order in orders: order.state becomes cancelled
        reveals orders
        perform hit
""",
    "orders given openly": """
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    target loses 1 score
agenda turn:
    orders: for each player in players: player gives orders
    doing: perform hit
""",
    "rows in an order of their own": """
event go:
    for each pawn in pawns by lowest spot: pawn.spot becomes 3
agenda turn:
    one: go
""",
    "pawns, by lot": """
event go:
    for each pawn in pawns by draw: tell everyone en "{pawn.spot}." fr "{pawn.spot}."
agenda turn:
    one: go
""",
    "known, therefore free to shape": """
event go player to (other: player):
    if player knows other.secret and other.secret is 3: tell player en "Three." fr "Trois."
event inform player: tell player player.rival.secret
agenda turn:
    one: for each player in players: go player to player.rival
    two: inform blue
""",
    "facts that all are told": """
event go player:
    if player knows player.rival.secret: player.mark becomes true
event inform player: tell everyone player.rival.secret
agenda turn:
    one: go red
    two: inform blue
""",
    "a law says whose it is": """
kind token, up to 3:
    keeper: player or none, seen by camp
    camp: camp
    load: 0 to 9, seen by camp
always keeps_to_its_camp: no t in tokens where t.keeper is not none and t.keeper.camp is not t.camp
action shift by token:
    title en "Shift" fr "Décaler"
    when token.load is 3
    token.load becomes 4
event make: create token with camp reds, load 3
event fill:
    for each token in tokens: token.keeper becomes first(players where it.camp is token.camp)
agenda turn:
    zero: make
    more: fill
    orders: for each player in players together: player gives orders in secret
    doing:
        reveals orders
        perform shift
""",
    "a filter, row by row": """
event go:
    for each card in cards where face is 3: card.face becomes 4
    for each player in players where spy: player.fear becomes true
agenda turn:
    one: go
""",
    "equal, so one may know": """
event go card for player:
    if card.owner is player and card.face is 3: tell player en "Three." fr "Trois."
agenda turn:
    one: for each card in cards: go card for red
""",
    "left early, within what is his": """
event go player:
    seen by player
    if player.secret is 3: end
    player.secret becomes 3
agenda turn:
    one: for each player in players: go player
""",
    "a prevented event that nobody sees": """
event note player:
    seen by nobody
    player.fear becomes true
before note player when player.spy: prevent
agenda turn:
    one: for each player in players: note player
""",
    "appeal is for bots, who imagine the rest": """
action hit by player on (target: player):
    title en "Hit" fr "Frapper"
    during acting
    appeal target.secret
    target loses 1 score
agenda turn:
    acting: for each player in players: player acts in acting
""",
}
