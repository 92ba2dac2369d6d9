#!/bin/sh
# The three steps of an upload with curl, then an effect on it. Needs MEDIAGEN_API_KEY; takes the path of a JPEG.
set -eu
test $# -gt 0 || cd "$(dirname "$0")"

# region upload
base=${MEDIAGEN_BASE_URL:-http://127.0.0.1:3000}
photo=${1:-photo.jpg} # any JPEG

# The value of a field in a JSON response. Use jq in your own scripts.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# 1. Reserve.
reserved=$(curl -fsS "$base/api/v1/uploads" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{"contentType":"image/jpeg"}')
id=$(printf '%s' "$reserved" | field id)

# 2. Send the bytes: the same content type, and no API key.
curl -fsS -T "$photo" -H "Content-Type: image/jpeg" "$(printf '%s' "$reserved" | field uploadUrl)"

# 3. Complete: the service verifies the file. READY, or INVALID with a reason.
upload=$(curl -fsS "$base/api/v1/uploads/$id/complete" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{}')
echo "$upload"
# endregion upload

# region use
# Use its id as the assetId of any number of transformations.
curl -fsS "$base/api/v1/images/transformations" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -d "{\"assetId\":\"$id\",\"effectId\":\"noir\"}"
# endregion use
