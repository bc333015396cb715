"""Where settings come from, which of them wins, and what is said of a wrong one."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from gsw_graph.errors import ConfigError
from gsw_graph.settings import Settings, load_settings
from gsw_graph.workspace import Workspace


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with a configuration file that is not the user's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GSW_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "config.toml").write_text("")
    return tmp_path


def origins(**flags: object) -> dict[str, tuple[str, str]]:
    return {origin.name: (origin.value, origin.origin) for origin in load_settings(flags)[1]}


def test_each_source_wins_over_the_next(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, env = elsewhere / "config.toml", elsewhere / ".env"
    assert origins()["workspace"] == ("default", "default")
    config.write_text('workspace = "filed"\nmax_tokens = 900\n')
    assert origins()["workspace"] == ("filed", str(config))
    env.write_text("GSW_WORKSPACE=dotted\n")
    assert origins()["workspace"] == ("dotted", ".env")
    monkeypatch.setenv("GSW_WORKSPACE", "exported")
    assert origins()["workspace"] == ("exported", "environment")
    assert origins(workspace="flagged")["workspace"] == ("flagged", "flag")
    assert origins(workspace="flagged")["max_tokens"] == ("900", str(config))


def test_a_flag_that_is_not_given_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_WORKSPACE", "exported")
    assert load_settings({"workspace": None})[0].workspace == "exported"


def test_an_empty_variable_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_WORKSPACE", "")
    assert load_settings()[0].workspace == "default"


@pytest.mark.parametrize(
    ("name", "value"), [("max_tokens", "many"), ("max_tokens", "5"), ("max_chapters", "-1"), ("workspace", "w" * 201)]
)
def test_a_wrong_value_is_named_with_its_place(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"GSW_{name.upper()}", value)
    with pytest.raises(ConfigError, match=f"The setting {name} from environment"):
        load_settings()


def test_an_unknown_name_is_refused_where_a_typo_can_be_seen(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_SOMETHING_ELSE", "1")
    load_settings()
    with pytest.raises(ConfigError, match="'worksapce' .flag"):
        load_settings({"worksapce": "x"})
    (elsewhere / "config.toml").write_text('worksapce = "x"')
    with pytest.raises(ConfigError, match=r"'worksapce' .*config\.toml"):
        load_settings()


@pytest.mark.parametrize("content", [b"workspace = ", b"\xff\xfe\x00", b"[workspace]\nx=1"])
def test_a_broken_file_is_named(elsewhere: Path, content: bytes) -> None:
    (elsewhere / "config.toml").write_bytes(content)
    with pytest.raises(ConfigError, match="config.toml"):
        load_settings()


def test_a_missing_file_matters_only_if_it_was_named(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "config.toml").unlink()
    with pytest.raises(ConfigError, match="GSW_CONFIG names"):
        load_settings()
    monkeypatch.delenv("GSW_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(elsewhere / "nothing"))
    assert load_settings()[0] == Settings()


def test_the_password_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_NEO4J_PASSWORD", "hush-hush")
    settings, shown = load_settings()
    assert settings.neo4j_password.get_secret_value() == "hush-hush"
    assert "hush" not in repr(settings) + repr(shown)


@pytest.mark.parametrize("uri", ["bolt://neo4j:hush-hush@127.0.0.1:7687", "neo4j:hush-hush@127.0.0.1", "x://hush@h"])
def test_an_address_with_credentials_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch, uri: str) -> None:
    monkeypatch.setenv("GSW_NEO4J_URI", uri)
    with pytest.raises(ConfigError, match="neo4j_uri from environment .* holds a user name or password") as error:
        load_settings()
    assert "hush" not in str(error.value)
    assert all(name in error.value.hint for name in ("GSW_NEO4J_URI", "GSW_NEO4J_USER", "GSW_NEO4J_PASSWORD"))
    with pytest.raises(ValidationError) as refused:
        Settings(neo4j_uri=uri)
    assert "hush" not in str(refused.value)


def test_a_hint_names_the_place_to_mend(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hint(**flags: object) -> str:
        with pytest.raises(ConfigError) as error:
            load_settings(flags)
        return error.value.hint

    config = elsewhere / "config.toml"
    config.write_text("max_tokens = 5")
    assert hint() == f"set max_tokens in {config} to another value"
    (elsewhere / ".env").write_text("GSW_MAX_TOKENS=6\n")
    assert hint() == "set GSW_MAX_TOKENS in .env to another value"
    monkeypatch.setenv("GSW_MAX_TOKENS", "7")
    assert hint() == "set GSW_MAX_TOKENS to another value"
    assert hint(max_tokens=8) == "set max_tokens to another value"
    monkeypatch.delenv("GSW_MAX_TOKENS")
    assert "max_tokens, max_chapters" in hint(max_token=900)


def test_a_workspace_takes_settings_as_they_are_and_flags_over_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GSW_MAX_TOKENS", "700")
    given = Settings(workspace="given", max_chapters=3)
    assert Workspace(settings=given).settings == given
    assert Workspace("named", settings=given, max_chapters=5).settings == given.model_copy(
        update={"workspace": "named", "max_chapters": 5}
    )
    assert Workspace("named").settings.max_tokens == 700
