#!/usr/bin/env bash
# Step of action.yml: starts a sandbox on a free port, and names its address. The sandbox ends with the job.
set -euo pipefail

log="$RUNNER_TEMP/teesheet-serve.log"
read -r -a options <<< "$OPTIONS"
: > "$log"
nohup teesheet serve --ephemeral --port 0 "${options[@]}" > "$log" 2>&1 < /dev/null &
server=$!
until url=$(grep -m 1 -oE '^teesheet sandbox +[^ ]+' "$log"); do
    if ! kill -0 "$server" 2> /dev/null; then
        echo "::error::$(tail -n 1 "$log")"
        exit 1
    fi
    sleep 0.1
done
echo "$server" > "$RUNNER_TEMP/teesheet-serve.pid"
{
    echo "url=${url##* }"
    echo "outcome=started"
} >> "$GITHUB_OUTPUT"
