"""Addresses and e-mail addresses."""

from __future__ import annotations

import pytest

from ragstone.layout.contacts import is_address, is_email


@pytest.mark.parametrize(
    "text", ["keeper@harbour.example", "E-mail: keeper@harbour.example", "邮箱：a.b@c.example"]
)
def test_an_address_and_nothing_else_is_an_email_address(text: str) -> None:
    assert is_email(text)


@pytest.mark.parametrize("text", ["write to keeper@harbour.example soon", "@keeper", "keeper"])
def test_other_text_is_no_email_address(text: str) -> None:
    assert not is_email(text)


@pytest.mark.parametrize(
    "text",
    [
        "101 Independence Avenue, Washington, DC 20540",
        "10 Downing Street, London SW1A 2AA",
        "Hafenstraße 12, 20457 Hamburg",
        "北京市海淀区中关村大街27号",
        "12 rue des Quais, 76600 Le Havre",
    ],
)
def test_a_street_and_a_code_make_an_address(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize(
    "text", ["The gates open at 6.", "北京是一个市", "Version SW1 of 2020", "Room 12"]
)
def test_other_text_is_no_address(text: str) -> None:
    assert not is_address(text)
