# Sheaf in a container: the service, and with `worker` as its argument the one who works on uploads.
# Built from the lock file, in a stage that stays behind with its tools.

FROM python:3.11-slim-bookworm AS build
ENV UV_PROJECT_ENVIRONMENT=/opt/sheaf \
    UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_PYTHON_DOWNLOADS=never
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /build
# The libraries first: this layer stays while only Sheaf's own code changes.
COPY pyproject.toml uv.lock ./
RUN --mount=type=cache,target=/root/.cache/uv \
    uv sync --frozen --no-dev --no-install-project --extra scale --extra otel
COPY README.md LICENSE ./
COPY nodes nodes
COPY graphs graphs
COPY app app
COPY eval eval
RUN --mount=type=cache,target=/root/.cache/uv \
    uv sync --frozen --no-dev --no-editable --extra scale --extra otel

FROM python:3.11-slim-bookworm
# A fixed number, so that whoever mounts a folder knows whom to give it to.
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin sheaf \
    && install --directory --owner=sheaf --group=sheaf --mode=0700 /data
COPY --from=build /opt/sheaf /opt/sheaf
# What is written goes to /data and /tmp: the rest may be mounted read-only.
ENV PATH=/opt/sheaf/bin:$PATH \
    HOME=/data \
    SHEAF_HOME=/data \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health', timeout=4)"]
STOPSIGNAL SIGTERM
# Without a shell between, which would keep the signal to itself.
ENTRYPOINT ["sheaf"]
CMD ["serve", "--host", "0.0.0.0"]
