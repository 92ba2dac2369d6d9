#!/bin/sh
# A picture without the SDK: three requests with curl. Needs MEDIAGEN_API_KEY; MEDIAGEN_BASE_URL where it is not local.
set -eu
base=${MEDIAGEN_BASE_URL:-http://127.0.0.1:3000}

# The text of a field in a JSON answer. For your own scripts take jq.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# 1. Ask. The key makes it safe to send this again when the answer gets lost.
task=$(curl -fsS "$base/api/v1/images/generations" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: order-1002" \
  -d '{"prompt":"a sailing boat under a full moon","aspectRatio":"3:2"}' | field id)
echo "Task $task"

# 2. Poll until it is over.
while :; do
  answer=$(curl -fsS "$base/api/v1/tasks/$task" -H "Authorization: Bearer $MEDIAGEN_API_KEY")
  case $(printf '%s' "$answer" | field status) in
    SUCCEEDED) break ;;
    FAILED | CANCELLED) echo "$answer" >&2; exit 1 ;;
  esac
  sleep 1
done

# 3. Fetch the file. The link is signed, needs no key and works for an hour.
curl -fsS -o sailing-boat.png "$(printf '%s' "$answer" | field url)"
echo "Saved sailing-boat.png"
