import type { FieldValue } from '../../contract/read-forms.ts'
import { type CodeInput, inputFile, makesVideo, resultFile, takesImage } from './parts.ts'

/** The request with Python's own library: ordered, followed and saved. */
export function pythonText({ form, request, baseUrl }: CodeInput): string {
  const hasImage = takesImage(form)
  const fields = [
    ...(hasImage ? [`    "assetId": upload["id"],`] : []),
    ...Object.entries(request).map(([name, value]) => `    "${name}": ${quotePython(value)},`),
  ]
  return `import http.client
import json
import os
import time
import urllib.request
import uuid

BASE_URL = ${quotePython(baseUrl)}


def call(method, path, body=None, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers["Authorization"] = f"Bearer {os.environ['MEDIAGEN_API_KEY']}"
    headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE_URL + path, method=method, data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)

${hasImage ? uploadText : ''}
request = {
${fields.join('\n')}
}
# Sent again with the same key, it is not ordered again.
order_key = str(uuid.uuid4())
for delay in (1, 2, 4, None):
    try:
        task = call("POST", "${form.path}", request, Idempotency_Key=order_key)
        break
    except (OSError, http.client.HTTPException) as error:
        # Below 500 it is the answer of the service: nothing was ordered.
        if delay is None or getattr(error, "code", 500) < 500:
            raise
        time.sleep(delay)

task = call("GET", f"/api/v1/tasks/{task['id']}")
while task["status"] in ("QUEUED", "PROCESSING"):
    time.sleep(0.5)
    task = call("GET", f"/api/v1/tasks/{task['id']}", Prefer="wait=30")
if task["status"] != "SUCCEEDED":
    raise SystemExit(f"{task['status']}: {task['error']}")
urllib.request.urlretrieve(task["output"]["${makesVideo(form.product) ? 'videos' : 'images'}"][0]["url"], "${resultFile(form)}")
print("${resultFile(form)}")
`
}

const uploadText = `
# Reserve an upload, PUT the image, and complete the upload.
upload = call("POST", "/api/v1/uploads", {"contentType": "image/jpeg"})
with open("${inputFile}", "rb") as file:
    headers = {"Content-Type": "image/jpeg"}
    put = urllib.request.Request(upload["uploadUrl"], method="PUT", data=file.read(), headers=headers)
urllib.request.urlopen(put, timeout=120).close()
call("POST", f"/api/v1/uploads/{upload['id']}/complete", {})
`

/** JSON's texts and numbers are Python's, too. */
function quotePython(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
