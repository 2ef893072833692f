#!/usr/bin/env bash
# Step of action.yml: installs teesheet into an environment of its own, because its packages have common names.
set -euo pipefail

case "$COMMAND" in
    serve) extras="postgres" ;;
    check) extras="check" ;;
    *) echo "::error::The input command is serve or check, not '$COMMAND'."; exit 2 ;;
esac
environment="$RUNNER_TEMP/teesheet-environment"
"$PYTHON" -m venv "$environment"
"$environment/bin/python" -m pip install -q -c "$SOURCE/requirements.lock" "${VERSION:-$SOURCE[$extras]}"
echo "$environment/bin" >> "$GITHUB_PATH"
