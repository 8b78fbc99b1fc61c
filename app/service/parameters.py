"""Query parameters that a route does not take are refused: left out, they would change what is answered unseen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from app.near_names import did_you_mean
from nodes.domain.errors import InvalidRequestError


async def only_known_parameters(request: Request) -> None:
    """Makes sure that the route takes every query parameter that was sent.

    Raises:
        InvalidRequestError: it does not; the message names it, and the hint what may have been meant.
    """
    if not request.query_params:
        return
    route: APIRoute = request.scope["route"]
    known = dict.fromkeys(_taken(route.dependant))
    unknown = [name for name in dict.fromkeys(request.query_params) if name not in known]
    if unknown:
        named = ", ".join(map(repr, unknown))
        there_is = "There are no query parameters" if len(unknown) > 1 else "There is no query parameter"
        raise InvalidRequestError(
            f"{there_is} {named} at {request.method} {route.path}.",
            hint=_hint(unknown[0], list(known), _body_fields(route)),
        )


def _taken(dependant: Dependant) -> Iterator[str]:
    """The names of a route's query parameters, those of what it depends on among them."""
    for field in dependant.query_params:
        yield field.alias
    for each in dependant.dependencies:
        yield from _taken(each)


def _hint(name: str, known: list[str], in_body: list[str]) -> str:
    """What may have been meant, and all that there is."""
    if name in in_body:
        return f"`{name}` stands in the body of this request, and not in its address."
    there = f"There are: {', '.join(sorted(known))}." if known else "It takes none."
    if meant := did_you_mean(name, known):
        return f"{meant} {there}"
    if meant := did_you_mean(name, in_body):
        return f"{meant} It stands in the body of this request, and not in its address."
    return there


def _body_fields(route: APIRoute) -> list[str]:
    """The fields that the body of a request has, as the API's document describes it."""
    if route.body_field is not None:
        fields: dict[str, Any] = getattr(route.body_field.field_info.annotation, "model_fields", {})
        return list(fields)
    described = (route.openapi_extra or {}).get("requestBody", {}).get("content", {})
    return [name for each in described.values() for name in each.get("schema", {}).get("properties", {})]
