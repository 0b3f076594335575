#!/bin/sh
# Replaces containers without downtime, one service after the other, after a change of .env or of the image (docs/compose.md).
# First it starts one new container of each service without traffic, and replaces nothing unless all become healthy.
# With Compose 1: COMPOSE=docker-compose docker/roll.sh
set -eu
cd "$(dirname "$0")/.."
compose=${COMPOSE:-docker compose}
limit_s=${ROLL_LIMIT_S:-120}
services='api vault pay worker control'

containers() { $compose ps -q "$1"; }

# Succeeds if all of these containers become healthy within the limit.
become_healthy() {
  ends=$(($(date +%s) + limit_s))
  until [ "$(docker inspect --format '{{.State.Health.Status}}' "$@" | sort -u)" = healthy ]; do
    [ "$(date +%s)" -lt "$ends" ] || return 1
    sleep 1
  done
}

# Stops each as Compose does: it finishes requests in progress.
remove() {
  docker stop "$@" >/dev/null
  docker rm "$@" >/dev/null
}

# Ids have no spaces: word splitting is intended.
# shellcheck disable=SC2086
remove_trials() {
  [ -z "$trials" ] || remove $trials
  trials=
}

# Starts one new container of each service. Those of `run` do not have the service's name, by which the proxy finds replicas.
# shellcheck disable=SC2086
try_out() {
  for service in $services; do trials="$trials $($compose run -d --no-deps "$service")"; done
  if ! become_healthy $trials; then
    docker inspect --format '{{.Name}} is {{.State.Health.Status}}' $trials >&2
    echo "not all new containers are healthy after $limit_s s; nothing was replaced" >&2
    exit 1
  fi
  remove_trials
}

# shellcheck disable=SC2046,SC2086
replace() {
  old=$(containers "$1")
  [ -n "$old" ] || { echo "$1 is not running; run: docker compose up -d" >&2; exit 1; }
  count=$(echo "$old" | wc -l)
  $compose up -d --no-deps --no-recreate --scale "$1=$((2 * count))" "$1"
  new=$(containers "$1" | grep -vxF "$old" || true)
  [ -n "$new" ] || { echo "Compose started no new containers of $1" >&2; exit 1; }
  if ! become_healthy $new; then
    remove $new
    echo "the new containers of $1 are not healthy after $limit_s s; the old ones are kept" >&2
    exit 1
  fi
  remove $old
}

trials=
trap remove_trials EXIT
trap 'exit 1' HUP INT TERM

$compose run --rm --no-deps migrate
try_out
for service in $services; do replace "$service"; done
