from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import make_url

import app
from app.settings import CONFIG_VARIABLE, ConfigurationError, known_keys, load_settings, variable


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import os

    for name in list(os.environ):
        if name.startswith(("SHEAF_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_defaults_need_nothing() -> None:
    settings = load_settings()
    assert settings.llm == "extractive"
    assert settings.chat.top_k == 8
    assert settings.home == Path("~/.sheaf").expanduser()


def test_environment_wins_over_file_and_arguments_over_both(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("sheaf.toml").write_text("[chat]\ntop_k = 5\nalpha = 0.5\n")
    assert load_settings().chat.top_k == 5
    monkeypatch.setenv("SHEAF_CHAT__TOP_K", "6")
    settings = load_settings()
    assert (settings.chat.top_k, settings.chat.alpha) == (6, 0.5)
    assert load_settings(home=Path("elsewhere")).home == Path("elsewhere").absolute()


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SHEAF_CHAT__TOP_K", "0", "SHEAF_CHAT__TOP_K (`chat.top_k`) is '0'"),
        ("SHEAF_STORE", "mongo", "SHEAF_STORE (`store`) is 'mongo'"),
        ("SHEAF_AUTH", "sometimes", "SHEAF_AUTH (`auth`) is 'sometimes'"),
        ("SHEAF_INGEST__WORKERS", "many", "SHEAF_INGEST__WORKERS"),
    ],
)
def test_a_wrong_value_is_named_with_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert says in caught.value.message


def test_an_unknown_variable_is_refused_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_CHAT__TOPK", "9")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert "SHEAF_CHAT__TOPK is not a setting" in caught.value.message
    assert "SHEAF_CHAT__TOP_K" in caught.value.hint


@pytest.mark.parametrize("name", ["SHEAF_PORT", "SHEAF_SERVICE__PORT", "SHEAF_SERVICE_PORT", "SHEAF_HOST"])
def test_who_sets_host_or_port_is_told_the_option(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "80")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert f"sheaf serve --{name.rpartition('_')[2].lower()}" in caught.value.hint


def test_what_a_cluster_tells_of_a_service_of_that_name_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1")
    for name in (
        *("SHEAF_SERVICE_HOST", "SHEAF_SERVICE_PORT", "SHEAF_SERVICE_PORT_HTTP", "SHEAF_PORT", "SHEAF_PORT_8000_TCP"),
        *("SHEAF_PORT_8000_TCP_ADDR", "SHEAF_ELASTICSEARCH_SERVICE_HOST", "SHEAF_ELASTICSEARCH_PORT_9200_TCP_PROTO"),
    ):
        monkeypatch.setenv(name, "tcp://10.0.0.7:8000")
    load_settings()
    monkeypatch.setenv("SHEAF_SERVICE__PORT", "8000")
    with pytest.raises(ConfigurationError, match="SHEAF_SERVICE__PORT is not a setting"):
        load_settings()


@pytest.mark.parametrize("value", ["3", "many", '["top_k"]'])
def test_a_value_for_a_whole_group_is_refused_with_one_of_its_settings(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("SHEAF_CHAT", value)
    with pytest.raises(ConfigurationError, match="a group of settings: SHEAF_CHAT__") as caught:
        load_settings()
    assert repr(value) in caught.value.message


def test_a_value_for_a_whole_group_in_the_file_is_refused_likewise() -> None:
    Path("sheaf.toml").write_text("chat = 3\n")
    with pytest.raises(ConfigurationError, match=r"sheaf\.toml is 3, and a group of settings: `chat\.") as caught:
        load_settings()
    assert caught.value.message.startswith("`chat` in ")


def test_a_list_that_is_no_json_is_refused_with_its_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_SERVICE__ALLOWED_HOSTS", "papers.example")
    with pytest.raises(ConfigurationError, match="ALLOWED_HOSTS is 'papers") as caught:
        load_settings()
    assert caught.value.hint == 'Set it to ["papers.example"].'
    monkeypatch.setenv("SHEAF_SERVICE__ALLOWED_HOSTS", '["papers.example"]')
    assert load_settings().service.allowed_hosts == ("papers.example",)


def test_a_group_may_be_given_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_CHAT", '{"top_k": 5}')
    assert load_settings().chat.top_k == 5


def test_an_unknown_key_in_the_file_is_refused_with_the_nearest_name() -> None:
    Path("sheaf.toml").write_text("[chat]\ntopk = 5\n")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert "Did you mean `chat.top_k`?" in caught.value.message


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[chat]\ntopk = 5\n", "`chat.topk` in {} is not a setting."),
        ("[chatt]\ntop_k = 5\n", "`chatt` in {} is not a setting. Did you mean `chat`?"),
        ("[chat]\ntop_k = 0\n", "`chat.top_k` in {} is 0. It may be 1 to 100."),
        ("[service]\ncors_origins = [3]\n", "`service.cors_origins` in {} is 3."),
        ('auth = "sometimes"\n', "`auth` in {} is 'sometimes'."),
    ],
)
def test_what_is_wrong_in_the_file_is_told_with_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str, says: str
) -> None:
    for named in (tmp_path / "sheaf.toml", tmp_path / "other.toml"):
        named.write_text(content)
        with pytest.raises(ConfigurationError, match=re.escape(says.format(named))):
            load_settings()
        named.unlink()
        monkeypatch.setenv("SHEAF_CONFIG", "other.toml")


def test_what_is_wrong_in_the_environment_is_not_told_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("sheaf.toml").write_text('auth = "sometimes"\n[chat]\ntop_k = 5\n')
    monkeypatch.setenv("SHEAF_AUTH", "sometimes")
    monkeypatch.setenv("SHEAF_CHAT__TOP_K", "0")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert "SHEAF_AUTH (`auth`) is 'sometimes'" in caught.value.message
    assert "SHEAF_CHAT__TOP_K (`chat.top_k`) is '0'" in caught.value.message
    assert "sheaf.toml" not in caught.value.message


@pytest.mark.parametrize("content", [b"[chat\n", b"home = '\xff'\n"])
def test_a_broken_file_is_named(content: bytes) -> None:
    Path("sheaf.toml").write_bytes(content)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert "sheaf.toml is not valid TOML" in caught.value.message


def test_a_missing_named_file_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_CONFIG", "nowhere.toml")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert "nowhere.toml" in caught.value.message


def test_a_model_without_key_or_server_is_refused_and_its_key_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_LLM", "openai")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert "SHEAF_OPENAI_API_KEY" in caught.value.hint
    monkeypatch.setenv("SHEAF_OPENAI_API_KEY", "sk-secret")
    settings = load_settings()
    assert settings.api_key == "sk-secret"
    assert "sk-secret" not in repr(settings)


def test_every_setting_can_be_set_by_its_variable() -> None:
    names = [variable(key) for key in known_keys()]
    assert len(names) == len(set(names))
    assert "SHEAF_CHAT__TOP_K" in names
    assert "SHEAF_INGEST__BATCH_BYTES" in names


def test_every_variable_that_the_code_names_can_be_set() -> None:
    settable = {variable(key) for key in known_keys()} | {CONFIG_VARIABLE}
    for path in sorted(Path(app.__path__[0]).rglob("*.py")):
        text = path.read_text("utf-8")
        assert set(re.findall(r"\bSHEAF_[A-Z]\w*[A-Z]\b", text)) <= settable, path
        assert not re.search(r"raise the [a-z ]*limit", text), path


@pytest.mark.parametrize("name", ["plain", "two words", "50%25", "why?mode=ro", "a#1", "für:uns@home"])
def test_the_catalogue_is_in_the_home_whatever_its_name(tmp_path: Path, name: str) -> None:
    url = make_url(load_settings(home=tmp_path / name).catalogue_url)
    assert (url.database, dict(url.query)) == (str(tmp_path / name / "catalogue.sqlite"), {})
