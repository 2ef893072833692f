#!/usr/bin/env bash
# Step of action.yml: judges a service. The step ends with the exit code of `teesheet check`, after it has named the outcome.
set -euo pipefail

if [ -z "$TARGET" ]; then
    echo "::error::The input target is missing. Give the base address of the service, or its target file."
    exit 2
fi
read -r -a options <<< "$OPTIONS"
if [ -f "$TARGET" ]; then judged=(--target "$TARGET"); else judged=("$TARGET"); fi
if [ -n "$BASELINE" ] && [ -f "$BASELINE" ]; then judged+=(--baseline "$BASELINE"); fi
rm -f "$REPORT/report.json"  # A report of an earlier run says nothing about this run.
code=0
teesheet check "${judged[@]}" --report "$REPORT" "${options[@]}" || code=$?
outcome=error url=""
if [ -f "$REPORT/report.json" ]; then
    outcome=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["outcome"])' "$REPORT/report.json")
    url=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["target"])' "$REPORT/report.json")
    cat "$REPORT/report.md" >> "$GITHUB_STEP_SUMMARY"
fi
{
    echo "url=$url"
    echo "report=$REPORT"
    echo "outcome=$outcome"
} >> "$GITHUB_OUTPUT"
exit "$code"
