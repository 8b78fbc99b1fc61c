"""What is wrong with the fields of a request, in words of who sent it: which one, and what may have been meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from fastapi.routing import APIRoute
from pydantic import BaseModel

from app.near_names import did_you_mean
from app.service.patterns import IN_WORDS

SEE_DOCS = "/docs describes every field."
_PARTS = ("body", "query", "path", "header")
_SHOULD_BE = "Input should be "
_OF_UNIONS = frozenset({"str", "constrained-str", "int", "constrained-int", "float", "bool"})
"""How the framework calls the kinds that a value may have, as if they were fields of it."""

Location = tuple[int | str, ...]


def told_problems(problems: Sequence[Mapping[str, Any]], route: object) -> tuple[str, str]:
    """What is wrong, field by field, and how to mend it.

    Args:
        problems: As pydantic tells them.
        route: That the request was sent to.

    Returns:
        The message and the hint.
    """
    body = _body_model(route)
    told: dict[Location, list[Mapping[str, Any]]] = {}
    for problem in problems:
        place: Location = tuple(problem["loc"])
        told.setdefault(place[:-1] if place and place[-1] in _OF_UNIONS else place, []).append(problem)
    message = "; ".join(f"{named(place)}: {_in_words(each)}" for place, each in told.items())
    hints = (_meant(place, body) for place, (first, *_) in told.items() if first["type"] == "extra_forbidden")
    return f"{message}.", " ".join(dict.fromkeys(hints)) or SEE_DOCS


def named(place: Location) -> str:
    """The name of a field as a client wrote it: without the part of the request that it stands in."""
    return ".".join(map(str, place[1:] if len(place) > 1 and place[0] in _PARTS else place))


def _in_words(problems: Sequence[Mapping[str, Any]]) -> str:
    first = problems[0]
    if first["type"] == "extra_forbidden":
        return "there is no such field"
    if first["type"] == "string_pattern_mismatch":
        return IN_WORDS.get(first["ctx"]["pattern"], str(first["msg"]))
    *others, last = dict.fromkeys(str(problem["msg"]) for problem in problems)
    if not others:
        return last
    first_of, *rest = others
    return (
        f"{', '.join([first_of, *(each.removeprefix(_SHOULD_BE) for each in rest)])} or {last.removeprefix(_SHOULD_BE)}"
    )


def _meant(place: Location, body: type[BaseModel] | None) -> str:
    """What may have been meant by a field that there is not, and all that there are."""
    *above, name = place
    model = _model_at(above[1:], body)
    if model is None:
        return SEE_DOCS
    fields = list(model.model_fields)
    there = f"There are: {', '.join(sorted(fields))}."
    if meant := did_you_mean(str(name), fields):
        return f"{meant} {there}"
    for elsewhere, names in _elsewhere(body):
        if name in names:
            return f"`{name}` stands in {elsewhere}."
    return there


def _elsewhere(body: type[BaseModel] | None) -> Iterator[tuple[str, list[str]]]:
    """The fields of the body, and of what stands in it."""
    if body is not None:
        yield "the body itself", list(body.model_fields)
        for name, field in body.model_fields.items():
            if (inner := _model_of(field.annotation)) is not None:
                yield f"`{name}`", list(inner.model_fields)


def _model_at(place: Sequence[int | str], model: type[BaseModel] | None) -> type[BaseModel] | None:
    for part in place:
        if isinstance(part, int) or model is None:
            continue
        field = model.model_fields.get(part)
        model = None if field is None else _model_of(field.annotation)
    return model


def _model_of(annotation: object) -> type[BaseModel] | None:
    """The model that a value of this kind is, may be, or is made of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_of, get_args(annotation))), None)


def _body_model(route: object) -> type[BaseModel] | None:
    field = route.body_field if isinstance(route, APIRoute) else None
    return None if field is None else _model_of(field.field_info.annotation)
