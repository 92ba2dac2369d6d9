#!/bin/sh
# Requests to the contract mock that `npm run mock` serves: it responds with the examples of the contract.
set -eu

# region mock
base=${1:-http://127.0.0.1:4010}

# The first example of the operation.
curl -fsS "$base/api/v1/pricing"

# An error, by its status and its code.
curl -sS "$base/api/v1/images/generations" \
  -H "Authorization: Bearer any" \
  -H "Content-Type: application/json" \
  -H "Prefer: code=402, example=INSUFFICIENT_BALANCE" \
  -d '{"prompt":"a lighthouse"}'

# A state of a task, by the name of its example.
curl -fsS "$base/api/v1/tasks/task-1" \
  -H "Authorization: Bearer any" \
  -H "Prefer: example=succeededVideo"
# endregion mock
