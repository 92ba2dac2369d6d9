#!/bin/sh
# The three steps of an upload with curl, then an effect on it. Needs MEDIAGEN_API_KEY; photo.jpg may be any JPEG.
set -eu
base=${MEDIAGEN_BASE_URL:-http://127.0.0.1:3000}
photo=${1:-$(dirname "$0")/photo.jpg}

# The value of a field in a JSON response. Use jq in your own scripts.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# region upload
# 1. Reserve.
reserved=$(curl -fsS "$base/api/v1/uploads" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{"contentType":"image/jpeg"}')
id=$(printf '%s' "$reserved" | field id)

# 2. Send the bytes: the same content type, and no API key.
curl -fsS -T "$photo" -H "Content-Type: image/jpeg" "$(printf '%s' "$reserved" | field uploadUrl)"

# 3. Have it verified: READY, or INVALID with a reason.
upload=$(curl -fsS "$base/api/v1/uploads/$id/complete" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{}')
echo "$upload"
# endregion upload

# region use
# Its id is the assetId of any number of transformations.
curl -fsS "$base/api/v1/images/transformations" \
  -H "Authorization: Bearer $MEDIAGEN_API_KEY" \
  -H "Content-Type: application/json" \
  -d "{\"assetId\":\"$id\",\"effectId\":\"noir\"}"
# endregion use
