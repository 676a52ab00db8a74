# A server for many people: docs/shared.md. Listens on 8501; results are kept in BIASCOPE_CACHE.
#
#   docker build -t biascope .
#   docker run -p 8501:8501 -v biascope:/home/biascope/cache biascope

FROM python:3.11-slim AS built
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir hatchling==1.33.0 \
    && python -m hatchling build -t wheel -d /dist

FROM python:3.11-slim
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements.txt /tmp/requirements.txt
RUN pip install torch==2.13.0 --index-url https://download.pytorch.org/whl/cpu \
    && pip install -r /tmp/requirements.txt
RUN --mount=type=bind,from=built,source=/dist,target=/dist pip install --no-deps /dist/*.whl
RUN useradd --create-home --uid 1000 biascope \
    && install --directory --owner biascope --mode 700 /home/biascope/cache
USER biascope
WORKDIR /home/biascope
ENV BIASCOPE_CACHE=/home/biascope/cache PYTHONUNBUFFERED=1
VOLUME /home/biascope/cache
EXPOSE 8501
HEALTHCHECK --start-period=60s CMD python -c "from urllib.request import urlopen; \
urlopen('http://localhost:8501/_stcore/health', timeout=4)"
# Inside a container every address has to be listened on; the published port decides who reaches it.
# HOSTS are the names that people type, with commas between. A Hugging Face Space names itself in
# SPACE_HOST, and shows the app in a frame of its own page.
CMD exec biascope --shared -- \
    --server.headless true --server.address 0.0.0.0 --server.port 8501 --server.maxUploadSize 2 \
    $(for host in $(echo "localhost,127.0.0.1,$HOSTS,$SPACE_HOST" | tr , ' '); do \
    echo "--server.allowedHosts $host"; done) \
    ${SPACE_HOST:+--browser.serverAddress $SPACE_HOST} \
    ${SPACE_HOST:+--server.corsAllowedOrigins https://huggingface.co}
