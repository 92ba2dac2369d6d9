import type { UploadFile } from './upload-source.js'

/** The part of XMLHttpRequest that is used here; only browsers have it. */
declare const XMLHttpRequest: new () => {
  readonly status: number
  readonly upload: { onprogress: (event: { readonly loaded: number }) => void }
  onload: () => void
  onerror: () => void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: Uint8Array): void
  abort(): void
}

/**
 * Sends a PUT by XMLHttpRequest, the only browser API with upload progress. Resolves like fetch, without a
 * body, and rejects like fetch if the connection breaks. Aborting the signal stops the transfer; the caller
 * races the signal.
 */
export function putByXhr(
  url: string,
  { bytes, contentType }: UploadFile,
  signal: AbortSignal,
  onSentBytes: (sentBytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest()
    transfer.open('PUT', url)
    transfer.setRequestHeader('content-type', contentType)
    transfer.upload.onprogress = ({ loaded }) => onSentBytes(loaded)
    transfer.onload = () => {
      const headers = new Headers()
      // Read one by one, headers that the object store hides from pages would log errors in the console.
      for (const line of transfer.getAllResponseHeaders().trim().split(/\r?\n/)) {
        const [name = '', ...value] = line.split(': ')
        if (name !== '') headers.append(name, value.join(': '))
      }
      resolve(new Response(null, { status: transfer.status, headers }))
    }
    transfer.onerror = () => reject(new TypeError('the connection broke'))
    signal.addEventListener('abort', () => transfer.abort())
    transfer.send(bytes)
  })
}
