#!/bin/sh
# An image without the SDK: three requests with curl. Needs MEDIAGEN_API_KEY, and MEDIAGEN_BASE_URL unless it is local.
set -eu
base=${MEDIAGEN_BASE_URL:-http://127.0.0.1:3000}

# The value of a field in a JSON response. Use jq in your own scripts.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# 1. Submit. The key makes it safe to send this again if the response is lost.
task=$(curl -fsS "$base/api/v1/images/generations" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: order-1002" \
  -d '{"prompt":"a sailing boat under a full moon","aspectRatio":"3:2"}' | field id)
echo "Task $task"

# 2. Poll until the task has ended.
while :; do
  response=$(curl -fsS "$base/api/v1/tasks/$task" -H "Authorization: Bearer $MEDIAGEN_API_KEY")
  case $(printf '%s' "$response" | field status) in
    SUCCEEDED) break ;;
    FAILED | CANCELLED) echo "$response" >&2; exit 1 ;;
  esac
  sleep 1
done

# 3. Download the file. The link is signed, needs no key and is valid for an hour.
curl -fsS -o sailing-boat.png "$(printf '%s' "$response" | field url)"
echo "Saved sailing-boat.png"
