# The bot in a small image, without compiler, tests and sandbox. It does not run as root.
#   docker build -t ducks .
#   docker run -d --name ducks --restart unless-stopped --env-file .env -v ducks-data:/data ducks

# Pinned by its digest. `make base` pins the newest image of the tag, and Dependabot proposes it.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS base

FROM base AS build
RUN python -m venv /venv
COPY requirements.txt .
RUN /venv/bin/python -m pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements.txt \
    && /venv/bin/python -m pip uninstall --yes pip

FROM base
RUN useradd --system --uid 10001 --no-create-home ducks \
    && install -d -o ducks -g ducks /data
COPY --from=build /venv /venv
WORKDIR /app
COPY bot.py LICENSE ./
COPY engine engine
COPY db db
COPY tables tables
COPY records records
COPY workers workers
COPY players players
COPY cogs cogs
COPY locales locales
RUN /venv/bin/python -m cogs.interactions.catalogs && /venv/bin/python -m compileall -q .

ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/ducks.db \
    HEALTH_FILE=/tmp/gateway-alive
USER ducks
VOLUME /data

# The bot touches the file while the gateway answers and moves can be saved. If the file is older than a
# minute, the gateway does not answer or moves cannot be saved.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=2 \
    CMD find "$HEALTH_FILE" -mmin -1 2>/dev/null | grep -q .

STOPSIGNAL SIGTERM
CMD ["python", "bot.py"]
