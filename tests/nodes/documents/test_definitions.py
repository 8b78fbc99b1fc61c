from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.documents.definitions import LONGEST_LINE, definitions


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("def lift(turbine: str) -> Barge:", "lift"),
        ("    async def lift_all(", "lift_all"),
        ("class Barge(Vessel):", "Barge"),
        ("pub(crate) async fn moor<'a>(&self) -> Result<()> {", "moor"),
        ("pub struct TideTable {", "TideTable"),
        ("impl<T: Clone> Quay<T> {", "Quay"),
        ("impl fmt::Display for Quay {", "Quay"),
        ("impl<T: Into<String>> From<T> for Quay<T> {", "Quay"),
        ("impl<'a> Debug for &'a Quay {", "Quay"),
        ("macro_rules! moored {", "moored"),
        ("func (b *Barge) Lift(weight int) error {", "Lift"),
        ("type Crane interface {", "Crane"),
        ("export default class Harbour extends Place {", "Harbour"),
        ("export interface Berth {", "Berth"),
        ("export const berthOf = async (ship) => {", "berthOf"),
        ("const tide = function (quay) {", "tide"),
        ("function* tides() {", "tides"),
        ("  private static <T> List<T> sorted(List<T> berths) {", "sorted"),
        ("  moor(ship: string): void {", "moor"),
        ("static int moor_ship(struct ship *ship,", "moor_ship"),
        ("char *ship_name(void)", "ship_name"),
        ("void Harbour::open(int berths) {", "Harbour::open"),
        ("enum class Wind {", "Wind"),
        ("data class Buoy(val depth: Int)", "Buoy"),
        ("CREATE TABLE IF NOT EXISTS harbour.berths (", "berths"),
        ("create or replace view tides as", "tides"),
        ("defmodule Harbour.Pilot do", "Harbour.Pilot"),
        ("  def self.moored", "moored"),
        ("Quay.prototype.moor = function (ship) {", "moor"),
        ("exports.moor = async (ship) => {", "moor"),
        ("module.exports = function moor (ship) {", "moor"),
        ("module.exports = class Quay {", "Quay"),
        ("MOST_BERTHS = 12", "MOST_BERTHS"),
        ("    WAITING: Final = 'waiting'", "WAITING"),
        ("pub const MOST_BERTHS: usize = 12;", "MOST_BERTHS"),
        ("export const MOST_BERTHS = 12", "MOST_BERTHS"),
        ("  private static final int MOST_BERTHS = 12;", "MOST_BERTHS"),
        ('var ErrFull = errors.New("full")', "ErrFull"),
        ("  QUAY_ERR_FULL: createError(", "QUAY_ERR_FULL"),
    ],
)
def test_what_a_line_defines_is_found(line: str, name: str) -> None:
    assert definitions(line) == [name]


@pytest.mark.parametrize(
    "line",
    [
        "if (moored) {",
        "  } else if (tide > 3) {",
        "  for (const ship of ships) {",
        "  while (waiting()) {",
        "return moor(ship,",
        "  return new Barge(name, weight) {",
        "berth = moor(ship);",
        "const berth = moor(ship);",
        "    struct ship *ship,",
        "server.once('tide', function () {",
        "@quay.get('/tides')",
        "#define BERTHS 12",
        "        Err(error) => {",
        "    Some(ship) if ship.moored() => {",
        "    return func(ship *Ship) error {",
        "        func(ship *Ship) {",
        "module.exports = { moor }",
        "this.moor = moor",
        "WHERE STATUS = 1",
        "where STATUS = 1",
        "moor(ship, BERTH=3)",
        "if BERTH == 3:",
        "N = 3",
        "The class of a ship says how large it is.",
        "Functions, classes and types",
    ],
)
def test_what_only_uses_a_name_defines_none(line: str) -> None:
    assert definitions(line) == []


def test_each_name_stands_once_in_the_order_of_the_lines() -> None:
    code = "class Quay:\n    def open(self):\n        return 1\n\nclass Berth:\n    def open(self):\n        return 2\n"
    assert definitions(code) == ["Quay", "open", "Berth"]


def test_tests_within_a_file_of_rust_define_nothing_that_it_is_about() -> None:
    code = "#[cfg(test)]\nmod tests;\n\nfn moor() {}\n\n#[test]\nfn moors() {}\n\n#[tokio::test]\nasync fn waits() {}\n"
    module = "\nfn tide() {}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    fn quay() -> Quay {\n"
    assert definitions(code + module) == ["tests", "moor", "tide"]


def test_lines_made_for_machines_are_not_read() -> None:
    assert definitions("function moor(a){return a}" + ";" * LONGEST_LINE) == []


@given(
    st.lists(
        st.sampled_from(["pub ", "static ", "a ", "a,", "<", "(", "*", " ", "const a", "=", "fn ", "{"]), max_size=90
    ),
    st.sampled_from(["fn moor", "class moor", "pub fn moor", "def moor"]),
)
def test_any_line_is_read_and_gives_only_what_stands_in_it(pieces: list[str], defining: str) -> None:
    line = "".join(pieces)
    assert set(definitions(line)) <= set(re.findall(r"\w+", line))
    assert definitions(f"{defining}({line}")[:1] == ["moor"]
