"""The one settings object: values only, from defaults, a TOML file and the environment, checked at start."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_origin

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource
from typing_extensions import override

from app.near_names import did_you_mean, nearest
from nodes.domain.errors import InvalidRequestError
from nodes.domain.options import Options
from nodes.domain.regexes import lazy_regex
from nodes.modelling.limits import ModelLimits

if TYPE_CHECKING:
    from nodes.documents.packing import ChunkLimits

PREFIX = "SHEAF_"
CONFIG_VARIABLE = "SHEAF_CONFIG"
DEFAULT_CONFIG = "sheaf.toml"
_OUT_OF_BOUNDS = frozenset({"greater_than", "greater_than_equal", "less_than", "less_than_equal"})


class ConfigurationError(InvalidRequestError):
    """A setting that cannot be; the message names each key, what is wrong, and what to set."""


class IngestSettings(BaseModel):
    """Limits and sizes of ingestion."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    workers: int = Field(2, ge=1, le=64, description="processes that read files")
    timeout_seconds: float = Field(120, gt=0, description="longest time for reading one file")
    memory_bytes: int = Field(600_000_000, ge=200_000_000, description="address space of one reading process")
    max_bytes: int = Field(200_000_000, gt=0, description="largest file")
    max_unpacked_bytes: int = Field(500_000_000, gt=0, description="largest unpacked content of an office file")
    max_pages: int = Field(10_000, gt=0, description="most pages of one document")
    chunk_characters: int = Field(1024, ge=200, le=8192, description="longest chunk")
    chunk_overlap: int = Field(128, ge=0, le=1024, description="longest overlap of two chunks")
    chunk_minimum: int = Field(100, ge=0, le=1000, description="shorter chunks join a neighbour")
    batch_documents: int = Field(64, ge=1, le=1000, description="most documents that go through the graph together")
    batch_bytes: int = Field(2_000_000, ge=1, description="most bytes of files that go through the graph together")
    worked_by: Literal["service", "workers"] | None = Field(
        None, description="who works on uploads; unset: `sheaf worker` processes on PostgreSQL, else the service"
    )
    takeover_seconds: float = Field(
        45, ge=2, description="silence after which a worker's work is given to others; it must outlast any pause"
    )
    lazy_backfill: bool = Field(
        True, description="whether what questions come upon is backfilled after the answer, in the background"
    )
    strategic_extract_pages: int | None = Field(
        None, ge=1, description="longer documents are indexed by strategic extracts; unset for never"
    )
    llm_summaries: bool = Field(False, description="whether the language model words summaries and topics")
    summary_calls: int = Field(2, ge=0, le=10, description="most calls of the model for one document's summary")
    summary_seconds: float = Field(30, gt=0, le=3600, description="longest wait for one document's summary")
    summary_characters: int = Field(12_000, ge=500, description="most characters of a document that the model reads")

    @property
    def chunk_limits(self) -> ChunkLimits:
        """How long chunks are."""
        from nodes.documents.packing import ChunkLimits

        return ChunkLimits(self.chunk_characters, self.chunk_overlap, self.chunk_minimum)


class DatabaseSettings(BaseModel):
    """How PostgreSQL is reached. Each process keeps such a pool for reading and one for writing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pool_size: int = Field(4, ge=1, le=500, description="connections to PostgreSQL that a pool keeps open")
    overflow: int = Field(4, ge=0, le=500, description="more of them while there is much to do")
    connect_timeout_seconds: int = Field(5, ge=2, le=600, description="longest wait for a connection")
    statement_timeout_seconds: float = Field(
        120, gt=0, le=86_400, description="longest time for a statement, and for a turn to write"
    )
    idle_transaction_timeout_seconds: float = Field(
        15, gt=0, le=86_400, description="a transaction that stands still for it, its process hung, gives up its turn"
    )


class ElasticsearchSettings(BaseModel):
    """How Elasticsearch is reached, and what its indexes are like. Sizes hold for indexes made from then on."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    api_key: SecretStr | None = Field(None, description="API key, encoded as the server gives it")
    username: str | None = Field(None, description="instead of an API key, with the password")
    password: SecretStr | None = Field(None, description="of the user")
    ca_certs: Path | None = Field(None, description="certificates of the authority that signed the server's")
    verify_certs: bool = Field(True, description="whether the server's certificate has to be right")
    timeout_seconds: float = Field(10, gt=0, description="longest time for one request of a search")
    write_timeout_seconds: float = Field(60, gt=0, description="longest time for one request that writes")
    index_prefix: str = Field(
        "sheaf", pattern=r"^[a-z][a-z0-9_-]{0,60}$", description="what the names of indexes begin with"
    )
    shards: int = Field(1, ge=1, le=1024, description="primary shards of an index")
    replicas: int = Field(0, ge=0, le=10, description="copies of each shard; 1 or more where nodes may fail")
    vector_index: Literal["hnsw", "int8_hnsw", "bbq_hnsw"] = Field(
        "int8_hnsw", description="what searches vectors: as they are, in a byte a dimension, or in a bit"
    )


class RerankSettings(BaseModel):
    """A cross-encoder that rates passages where a question asks for `rerank`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model_path: Path | None = Field(
        None, description="model.onnx, or a folder with it and tokenizer.json; unset for none"
    )
    batch_size: int = Field(16, ge=1, le=1024, description="pairs of question and passage read at once")
    max_length: int = Field(512, ge=8, le=32_768, description="tokens of a pair; the model must take as many")
    threads: int | None = Field(None, ge=1, le=256, description="threads that compute; unset for all cores")


class ServiceSettings(BaseModel):
    """Limits and manners of the HTTP service."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    allowed_hosts: tuple[str, ...] = Field(
        (), description="names that it may be called by, `*` for any; unset for any with keys, else its machine's own"
    )
    cors_origins: tuple[str, ...] = Field((), description="other origins whose pages may call the API")
    upload_max_files: int = Field(100, ge=1, le=10_000, description="most files of one upload")
    upload_max_bytes: int = Field(1_000_000_000, gt=0, description="largest upload, all its files together")
    body_max_bytes: int = Field(2_000_000, gt=0, description="largest body of any other request")
    requests_per_minute: int = Field(600, ge=1, description="most questions and ratings of one owner a minute")
    uploads_per_minute: int = Field(30, ge=1, description="most uploads of one owner a minute")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="lowest level that is logged")
    heartbeat_seconds: float = Field(15, gt=0, le=300, description="longest silence of an event stream")


class Settings(BaseSettings):
    """Everything that can be set. `SHEAF_` and the name in capitals; groups with `__` between."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter="__", extra="forbid", frozen=True, env_ignore_empty=True
    )

    home: Path = Field(Path("~/.sheaf"), description="folder of everything embedded")
    store: Literal["lancedb", "elasticsearch"] = Field(
        "lancedb", description="where chunks and summaries of new collections live"
    )
    elasticsearch_url: str | None = Field(None, description="addresses of Elasticsearch, between commas")
    elasticsearch: ElasticsearchSettings = Field(
        default_factory=ElasticsearchSettings, description="how Elasticsearch is reached"
    )
    database_url: str | None = Field(None, description="SQLAlchemy URL of the catalogue; SQLite under home if unset")
    database: DatabaseSettings = Field(default_factory=DatabaseSettings, description="how PostgreSQL is reached")
    files_url: str | None = Field(None, description="fsspec URL of uploaded files; a folder under home if unset")
    llm: Literal["extractive", "openai"] = Field("extractive", description="who words the answers")
    embedding: Literal["wordllama", "openai"] = Field("wordllama", description="embedding model of new collections")
    openai_api_key: SecretStr | None = Field(None, description="else OPENAI_API_KEY")
    openai_base_url: str | None = Field(None, description="any server that speaks OpenAI's protocol")
    openai_model: str = Field("gpt-4o-mini", description="any model name that the server knows")
    openai_embedding_model: str = Field("text-embedding-3-large", description="3072 dimensions")
    openai_embedding_dimensions: int | None = Field(
        None, ge=1, le=8192, description="length of its vectors; unset for what OpenAI's models have"
    )
    openai_embedding_tokens: int = Field(8191, ge=16, description="longest text that it takes; longer ones are cut")
    openai_embedding_batch: int = Field(100, ge=1, le=2048, description="most texts of one request for embeddings")
    openai_timeout_seconds: float = Field(60, gt=0, description="longest time for one call of the model")
    synonyms: Path | None = Field(None, description="file of synonyms: one group a line, its phrases between commas")
    auth: Literal["off", "keys"] = Field("off", description="`off`: everything is `local`'s; `keys`: each key an owner")
    read_ahead_documents: int = Field(
        10_000,
        ge=0,
        description="collections of no more, and small tables, are read into memory beside a question; 0 for none",
    )
    index_cache_bytes: int = Field(
        2 * 1024**3, ge=1024**2, description="indexes of the embedded store that stay in memory, at most"
    )
    sessions_max_age_days: float | None = Field(None, gt=0, description="unused sessions go after it; unset for never")
    kept_values_max_age_days: float = Field(
        30, gt=0, description="answers, ratings of passages and vectors of questions are made anew after it"
    )
    chat: Options = Field(default_factory=Options, description="defaults of a request's options")
    model: ModelLimits = Field(default_factory=ModelLimits, description="what a question may ask of the language model")
    rerank: RerankSettings = Field(default_factory=RerankSettings, description="a cross-encoder of one's own")
    ingest: IngestSettings = Field(default_factory=IngestSettings, description="limits and sizes of ingestion")
    service: ServiceSettings = Field(default_factory=ServiceSettings, description="limits and manners of the service")

    @field_validator("home")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @classmethod
    @override
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments over the environment over the TOML file over defaults."""
        file = config_file()
        sources = (init_settings, env_settings)
        return sources if file is None else (*sources, TomlConfigSettingsSource(settings_cls, file))

    @property
    def catalogue_url(self) -> str:
        """SQLAlchemy URL of the catalogue."""
        if self.database_url:
            return self.database_url
        from sqlalchemy.engine import URL

        # Written by who reads it: a folder may have a `?` or a `%` in its name, which mean something in a URL.
        url = URL.create("sqlite+aiosqlite", database=str(self.home / "catalogue.sqlite"))
        return url.render_as_string(hide_password=False)

    @property
    def store_path(self) -> Path:
        """Folder of the embedded store."""
        return self.home / "store"

    @property
    def incoming_path(self) -> Path:
        """Folder of files that are being uploaded."""
        return self.home / "incoming"

    @property
    def conversations_path(self) -> Path:
        """SQLite file of the conversation state."""
        return self.home / "conversations.sqlite"

    @property
    def pages_path(self) -> Path:
        """Folder of the pictures of pages; it may be emptied at any time."""
        return self.home / "pages"

    @property
    def learned_weights_path(self) -> Path:
        """File of the weights that `sheaf learn` found; it may be copied to other machines."""
        return self.home / "learned-weights.json"

    @property
    def is_worked_by_service(self) -> bool:
        """Whether uploads are worked on beside the service, and not by workers."""
        if self.ingest.worked_by is None:
            return not self.catalogue_url.startswith("postgres")
        return self.ingest.worked_by == "service"

    @property
    def files_location(self) -> str:
        """Where uploaded files are kept: an fsspec URL or a local folder."""
        return self.files_url or str(self.home / "files")

    @property
    def api_key(self) -> str | None:
        """The key for OpenAI's protocol, if one is set."""
        if self.openai_api_key is not None:
            return self.openai_api_key.get_secret_value()
        return os.environ.get("OPENAI_API_KEY")


def config_file() -> Path | None:
    """The TOML file in force. Raises ConfigurationError where SHEAF_CONFIG names a file that is not there."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        path = Path(named).expanduser().absolute()
        if not path.is_file():
            raise ConfigurationError(
                f"{CONFIG_VARIABLE} names {path}, and no such file is there.",
                hint=f"Create it, or unset {CONFIG_VARIABLE}.",
            )
        return path
    path = Path(DEFAULT_CONFIG).absolute()
    return path if path.is_file() else None


def load_settings(**overrides: Any) -> Settings:
    """The settings in force. Raises ConfigurationError, which says which key, what is wrong and what to set."""
    _refuse_unknown_variables(os.environ)
    _refuse_unreadable_variables(os.environ)
    try:
        settings = Settings(**overrides)
    except ValidationError as error:
        raise ConfigurationError(
            _describe(error), hint="Correct or unset it; then `sheaf doctor` shows every setting."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{config_file()} is not valid TOML: {error}.", hint="Mend that line.") from error
    if "openai" in (settings.llm, settings.embedding) and not settings.api_key and not settings.openai_base_url:
        raise ConfigurationError(
            "SHEAF_LLM or SHEAF_EMBEDDING is `openai`, and there is neither a key nor a base URL.",
            hint="Set SHEAF_OPENAI_API_KEY (or OPENAI_API_KEY), or SHEAF_OPENAI_BASE_URL for a server of your own.",
        )
    if settings.ingest.llm_summaries and settings.llm == "extractive":
        raise ConfigurationError(
            "SHEAF_INGEST__LLM_SUMMARIES is on, and there is no language model.",
            hint="Set SHEAF_LLM=openai, or leave summaries extractive.",
        )
    if settings.store == "elasticsearch" and not settings.elasticsearch_url:
        raise ConfigurationError(
            "SHEAF_STORE is `elasticsearch`, and nothing says where it is.",
            hint="Set SHEAF_ELASTICSEARCH_URL, such as http://localhost:9200.",
        )
    return settings


def known_keys(model: type[BaseModel] = Settings, prefix: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Paths of every setting, groups opened, in the order they are declared."""
    keys: list[tuple[str, ...]] = []
    for name, field in model.model_fields.items():
        annotation = field.annotation
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            keys.extend(known_keys(annotation, (*prefix, name)))
        else:
            keys.append((*prefix, name))
    return keys


def variable(key: tuple[str, ...]) -> str:
    """The environment variable of a setting."""
    return PREFIX + "__".join(key).upper()


def field_of(key: tuple[str, ...]) -> FieldInfo:
    """What is declared of a setting: its default, its bounds and its description."""
    model: Any = Settings
    for part in key[:-1]:
        model = model.model_fields[part].annotation
    field: FieldInfo = model.model_fields[key[-1]]
    return field


def allowed(field: FieldInfo) -> str:
    """What a number may be, in words; empty for a setting without bounds."""
    bounds: dict[str, float] = {}
    for each in field.metadata:
        bounds |= {name: getattr(each, name) for name in ("ge", "gt", "le") if getattr(each, name, None) is not None}
    if {"ge", "le"} <= bounds.keys():
        return f"{bounds['ge']:,} to {bounds['le']:,}"
    words = {"ge": "{:,} or more", "gt": "more than {:,}", "le": "at most {:,}"}
    return ", ".join(words[name].format(bound) for name, bound in bounds.items())


_OF_SERVE = {"HOST": "--host 127.0.0.1", "PORT": "--port 8000"}
"""What is no setting, and is looked for among them."""
_OF_CLUSTER = lazy_regex(
    rf"{PREFIX}(?!\w*__)(?:[A-Z\d_]+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z\d_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z]+)?)?)"
)
"""What Kubernetes tells every pod of a service that is called `sheaf`, or `sheaf-` and more."""


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    known = {variable(key) for key in known_keys()} | {CONFIG_VARIABLE}
    groups = {variable(key[:1]) for key in known_keys() if len(key) > 1}
    in_cluster = "KUBERNETES_SERVICE_HOST" in environment
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known | groups and not (in_cluster and _OF_CLUSTER.fullmatch(name)):
            if option := _OF_SERVE.get(name.rpartition("_")[2]):
                raise ConfigurationError(
                    f"{name} is not a setting.", hint=f"Give it to the command: sheaf serve {option}"
                )
            # Without what all begin with: by that alone, short names would be alike.
            near = nearest(name.removeprefix(PREFIX), [each.removeprefix(PREFIX) for each in known])
            raise ConfigurationError(
                f"{name} is not a setting.",
                hint=f"Did you mean {PREFIX}{near}?" if near else "Unset it; `sheaf doctor` shows every setting.",
            )


def _refuse_unreadable_variables(environment: Mapping[str, str]) -> None:
    """Groups and lists are JSON in a variable."""
    for key in known_keys():
        name, group = variable(key), variable(key[:1])
        if len(key) > 1 and group in environment and not _is_json(environment[group], dict):
            raise ConfigurationError(
                _no_group(group, environment[group], variable(_member(key[:1]))),
                hint="Unset it; `sheaf doctor` shows every setting.",
            )
        if name in environment and get_origin(field_of(key).annotation) is tuple:
            value = environment[name]
            if not _is_json(value, list):
                raise ConfigurationError(f"{name} is {value!r}, and a list.", hint=f"Set it to {json.dumps([value])}.")


def _is_json(text: str, kind: type) -> bool:
    try:
        return isinstance(json.loads(text), kind)
    except ValueError:
        return False


def _no_group(name: str, value: object, member: str) -> str:
    return f"{name} is {value!r}, and a group of settings: {member} is one of them."


def _describe(error: ValidationError) -> str:
    file = config_file()
    content = {} if file is None else tomllib.loads(file.read_text("utf-8"))
    lines = []
    for problem in error.errors():
        # A number is a place in a list: the setting is the whole of it.
        key = tuple(str(part) for part in takewhile(lambda part: isinstance(part, str), problem["loc"]))
        is_of_file = not _is_in_environment(key) and _at(content, problem["loc"]) == problem["input"]
        name = f"`{'.'.join(key)}` in {file}" if is_of_file else f"{variable(key)} (`{'.'.join(key)}`)"
        if problem["type"] == "extra_forbidden":
            meant = did_you_mean(".".join(key), _written_keys(isinstance(problem["input"], dict)))
            lines.append(f"{name} is not a setting. {meant}".rstrip())
        elif problem["type"] == "model_type":
            member = _member(key)
            lines.append(_no_group(name, problem["input"], f"`{'.'.join(member)}`" if is_of_file else variable(member)))
        else:
            said = "" if problem["type"] in _OUT_OF_BOUNDS else f" {problem['msg'].rstrip('.')}."
            bounds = allowed(field_of(key))
            lines.append(f"{name} is {problem['input']!r}.{said}" + (f" It may be {bounds}." if bounds else ""))
    return " ".join(lines)


def _member(group: tuple[str, ...]) -> tuple[str, ...]:
    return next(key for key in known_keys() if key[: len(group)] == group)


def _written_keys(with_groups: bool) -> list[str]:
    """Every key as one writes it in the file; the names of groups too."""
    keys = known_keys()
    groups = {key[0]: None for key in keys if len(key) > 1} if with_groups else {}
    return [*groups, *(".".join(key) for key in keys)]


def _at(content: Any, place: Sequence[str | int]) -> Any:
    """What stands in the file at this place; None where nothing does, which TOML has no word for."""
    for part in place:
        try:
            content = content[part]
        except (LookupError, TypeError):
            return None
    return content


def _is_in_environment(key: tuple[str, ...]) -> bool:
    return any(name.upper() == variable(key) and value for name, value in os.environ.items())
