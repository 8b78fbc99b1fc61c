"""Somebody who calls whatever the OpenAPI document offers, with ids of their own, of others, and made up."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import httpx

QUESTIONS = ("What does the ledger say?", "Who keeps the ledger?", "And the year before?")
IDS = re.compile(r"(?:^|_)(?:document|collection|session|upload|chunk|feedback|answer)_ids?$")
PLAIN = {"id": "chunk_id", "collection_ids": "collection_id", "attached": "collection_id", "chunk_ids": "chunk_id"}
ODD = ("", "'", "%", " ")
"""Ends of guessed ids."""


@dataclass
class Operation:
    """A route of the OpenAPI document."""

    method: str
    path: str
    parameters: list[dict[str, Any]]
    content_type: str | None
    body: dict[str, Any]
    statuses: set[str]


@dataclass
class Person:
    """An owner: the key, the word that stands in everything of theirs, and what they have been shown."""

    name: str
    marker: str
    key: str
    ids: dict[str, set[str]] = field(default_factory=dict)
    cursors: set[str] = field(default_factory=set)
    answers: dict[str, str] = field(default_factory=dict)
    """The session of each answer."""

    def all_ids(self) -> set[str]:
        """Every id that this owner has been shown, answers' ids apart: clients may send any."""
        return {each for kind, ids in self.ids.items() if kind != "answer_id" for each in ids}

    def forget(self, path: str) -> None:
        """Lets go of the ids of what was deleted: that of a session may be given again, to anybody."""
        for ids in self.ids.values():
            ids.difference_update([each for each in ids if each in path])

    def learn(self, value: Any, name: str = "") -> None:
        """Takes the ids out of a reply."""
        if isinstance(value, dict):
            if "answer_id" in value and value.get("session_id"):
                self.answers[value["answer_id"]] = value["session_id"]
            for key, each in value.items():
                self.learn(each, key)
        elif isinstance(value, list):
            for each in value:
                self.learn(each, name)
        elif isinstance(value, str) and value:
            kind = PLAIN.get(name, name.removesuffix("s") if IDS.search(name) else "")
            if kind and not value.startswith("sheaf"):
                self.ids.setdefault(kind, set()).add(value)
            elif name == "next":
                self.cursors.add(value)


SAMPLE = "annual-report-2023.pdf"


@dataclass
class Request:
    """What is about to be sent, and which of it is another's or nobody's."""

    operation: Operation
    path: str
    query: dict[str, Any]
    body: Any
    foreign_path: bool
    foreign_query: bool
    foreign_body: bool

    @property
    def text(self) -> str:
        """Everything that the reply may repeat."""
        return f"{self.path} {unquote(self.path)} {json.dumps(self.query)} {json.dumps(self.body)}"


class Wanderer:
    """Chooses requests.

    Args:
        schema: the OpenAPI document.
        chance: where choices come from.
    """

    def __init__(self, schema: dict[str, Any], chance: random.Random) -> None:
        self._schema = schema
        self._chance = chance
        self._is_foreign = False
        self._in_path = False
        self.stays_home = False
        """Whether it uses ids of its own alone, and leaves out what may be left out."""
        self.operations = [
            _operation(method, path, operation)
            for path, operations in schema["paths"].items()
            for method, operation in operations.items()
        ]

    def request(self, operation: Operation, me: Person, other: Person) -> Request:
        """A request of one person, who may have heard ids of the other."""
        path, query = operation.path, {}
        foreign: dict[str, bool] = {}
        for place in ("path", "query"):
            self._is_foreign, self._in_path = False, place == "path"
            for parameter in operation.parameters:
                if parameter["in"] != place or (place == "query" and (self.stays_home or self._chance.random() < 0.6)):
                    continue
                value = self._value(parameter["name"], parameter["schema"], me, other)
                if place == "path":
                    path = path.replace(
                        "{" + parameter["name"] + "}", httpx.URL(path=f"/{value}").raw_path.decode()[1:]
                    )
                elif value is not None:
                    query[parameter["name"]] = value
            foreign[place] = self._is_foreign
        self._is_foreign, self._in_path = False, False
        body = self._value("", operation.body, me, other) if operation.content_type else None
        return Request(operation, path, query, body, foreign["path"], foreign["query"], self._is_foreign)

    def _value(self, name: str, schema: dict[str, Any], me: Person, other: Person) -> Any:
        special = None if schema.get("type") == "integer" else self._special(name, me, other)
        if special is not None:
            return special
        if "$ref" in schema:
            return self._value(name, self._resolve(schema["$ref"]), me, other)
        if options := schema.get("anyOf") or schema.get("oneOf"):
            return self._value(name, options[0], me, other)
        if schema.get("type") == "object":
            made = {
                key: self._value(key, each, me, other)
                for key, each in schema.get("properties", {}).items()
                if key in schema.get("required", ()) or (not self.stays_home and self._chance.random() < 0.4)
            }
            if self.stays_home and "answer_id" in made:
                made["session_id"] = me.answers[made["answer_id"]]
            return made
        if schema.get("type") == "array":
            return [self._value(name, schema["items"], me, other)]
        return self._plain(schema, me)

    def _special(self, name: str, me: Person, other: Person) -> Any:
        """What a name asks for that its type does not tell."""
        match name:
            case "question":
                return self._chance.choice(QUESTIONS)
            case "messages":
                return [{"role": "user", "content": self._chance.choice(QUESTIONS)}]
            case "model":
                models = ["sheaf", f"sheaf:{me.marker}", f"sheaf:{other.marker}"]
                return models[0] if self.stays_home else self._chance.choice(models)
            case "options":
                return {}
            case "files":
                return [f"{me.marker}-{self._chance.randrange(3)}.txt"]
            case "source_name" if self.stays_home:
                # One of the samples, which are there by then: which of the files was uploaded is left to chance.
                return SAMPLE
            case "source_name" | "file_name":
                return f"{self._chance.choice([me, other]).marker}-{self._chance.randrange(3)}.txt"
            case "after":
                return self._chance.choice(sorted(me.cursors | other.cursors) or ["a/b"])
            case "highlight":
                return self._id("chunk_id", me, other)
            case "collection_ids":
                return [self._id("collection_id", me, other)]
            case "answer_id":
                return self._chance.choice(sorted(me.ids.get("answer_id", {"none"})))
        return self._id(name, me, other) if IDS.search(name) else None

    def _id(self, kind: str, me: Person, other: Person) -> str:
        mine, theirs = sorted(me.ids.get(kind, ())), sorted(other.ids.get(kind, ()))
        way = self._chance.random()
        if mine and (way < 0.6 or self.stays_home):
            return self._chance.choice(mine)
        if theirs and way < 0.9:
            self._is_foreign = True
            return self._chance.choice(theirs)
        # A guess in a path names nothing. In a body it may be the id of a session that is to be made.
        self._is_foreign |= self._in_path
        return f"{self._chance.getrandbits(128):032x}{self._chance.choice(ODD)}"

    def _plain(self, schema: dict[str, Any], me: Person) -> Any:
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        match schema.get("type"):
            case "integer":
                return max(1, int(schema.get("minimum", 1)))
            case "number":
                return 1.0
            case "boolean":
                return self._chance.random() < 0.5
            case _:
                return f"{me.marker} {self._chance.randrange(5)}"

    def _resolve(self, reference: str) -> dict[str, Any]:
        found: dict[str, Any] = self._schema
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found


def _operation(method: str, path: str, operation: dict[str, Any]) -> Operation:
    content = operation.get("requestBody", {}).get("content", {})
    content_type = next(iter(content), None)
    return Operation(
        method.upper(),
        path,
        operation.get("parameters", []),
        content_type,
        content[content_type]["schema"] if content_type else {},
        set(operation["responses"]),
    )


async def send(client: httpx.AsyncClient, request: Request, me: Person) -> httpx.Response:
    """Sends a request with its owner's key; files hold their owner's marker."""
    headers = {"Authorization": f"Bearer {me.key}"}
    given: dict[str, Any] = {}
    if request.operation.content_type == "multipart/form-data":
        text = f"The ledger of {me.marker} says {me.marker}-{len(request.text) % 7}. {me.marker} keeps the ledger.\n"
        given["files"] = [("files", (name, text.encode())) for name in request.body["files"]]
        given["data"] = {name: value for name, value in request.body.items() if name != "files"}
    elif request.operation.content_type is not None:
        given["json"] = request.body
    return await client.request(request.operation.method, request.path, params=request.query, headers=headers, **given)
