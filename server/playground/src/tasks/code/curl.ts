import { type CodeInput, inputFile, quoteShell, takesImage } from './parts.ts'

/** The request with curl in a POSIX shell. */
export function curlText({ form, request, baseUrl, orderKey }: CodeInput): string {
  const key = '-H "Authorization: Bearer $MEDIAGEN_API_KEY"'
  const json = '-H "Content-Type: application/json"'
  const post = (path: string, data: string) =>
    `curl -fsS ${quoteShell(`${baseUrl}${path}`)} \\\n  ${key} ${json} \\\n  -d ${data}`
  const order = (
    data: string,
  ) => `# Sent again with the same key, it is not ordered again: change it for the next order.
curl -fsS --retry 3 ${quoteShell(`${baseUrl}${form.path}`)} \\
  ${key} ${json} \\
  -H "Idempotency-Key: ${orderKey}" \\
  -d ${data}
`
  if (!takesImage(form)) return order(quoteShell(JSON.stringify(request)))
  const rest = JSON.stringify(request).slice(1)
  const comma = rest === '}' ? '' : ','
  return `# The value of a field in a JSON response. Use jq in your own scripts.
field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }

# 1. Reserve an upload, PUT the image, and complete the upload.
upload=$(${post('/api/v1/uploads', `'{"contentType":"image/jpeg"}'`)})
asset=$(printf '%s' "$upload" | field id)
curl -fsS -T ${inputFile} -H "Content-Type: image/jpeg" "$(printf '%s' "$upload" | field uploadUrl)"
curl -fsS ${quoteShell(`${baseUrl}/api/v1/uploads/`)}"$asset/complete" \\
  ${key} ${json} -d '{}'

# 2. Send the request.
${order(`'{"assetId":"'"$asset"'"${comma}'${quoteShell(rest)}`)}`
}
