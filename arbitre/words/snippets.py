"""What is written at one go: a declaration by the word it begins with, and the places where something is filled in.

A test reads all of them.
"""

from __future__ import annotations

SNIPPETS: dict[str, str] = {
    "event": 'event ${1:happens} ${2:piece}:\n    title en "${3:Happens}" fr "${4:Arrive}"\n    ${0:end}\n',
    "action": 'action ${1:act} by ${2:piece}:\n    title en "${3:Act}" fr "${4:Agir}"\n    ${0:end}\n',
    "test": 'test ${1:try} by ${2:piece}: ${3:2d6}\n    title en "${4:Try}" fr "${5:Essai}"\n    success when total is ${0:7} or more\n',
    "table": (
        'table ${1:luck} for ${2:piece}: d6\n    title en "${3:Luck}" fr "${4:Chance}"\n'
        "    1 to 3 ${5:bad}: end\n    4 to 6 ${6:good}: ${0:end}\n"
    ),
    "let": 'let ${1:value}(${2:piece}) = ${3:0}\n    title en "${4:Value}" fr "${5:Valeur}"\n',
    "kind": 'kind ${1:thing}: ${2:one}, ${3:other}\n    title en "${4:Thing}" fr "${5:Chose}"\n',
    "option": 'option ${1:name}: ${2:1 to 9} = ${3:3}\n    title en "${4:Option}" fr "${5:Option}"\n',
    "agenda": 'agenda ${1:turn}:\n    title en "${2:Turn}" fr "${3:Tour}"\n    ${4:step}: ${0:end}\n',
    "before": "before ${1:event}:\n    ${0:end}\n",
    "after": "after ${1:event}:\n    ${0:end}\n",
    "instead of": "instead of ${1:event}:\n    ${0:proceed}\n",
    "adjust": "adjust ${1:value}(${2:piece}):\n    + ${3:1} when ${0:true}\n",
    "scenario": (
        'scenario "${1:What it shows}":    [${2:XX-one-01}]\n    title fr "${3:Ce qu\'il montre}"\n    ${4:given piece one}\n'
        "    do ${5:event}\n    expect ${0:true}\n"
    ),
    "clause": 'clause ${1:XX-one-01}:\n    text en "${2:What the paper rules say.}" fr "${0:Ce que disent les règles.}"\n',
    "chapter": 'chapter ${1:name}:\n    title en "${2:Title}" fr "${3:Titre}"\n    text en "${4:Prose.}" fr "${0:Texte.}"\n',
}  # fmt: skip
