import type { UploadFile } from './upload-source.js'

/** The part of XMLHttpRequest that is used here; only browsers have it. */
declare const XMLHttpRequest: new () => {
  readonly status: number
  readonly upload: { onprogress: (event: { readonly loaded: number }) => void }
  onload: () => void
  onerror: () => void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(body: Uint8Array): void
  abort(): void
}

/** The response headers that the retry policy reads. */
const retryHeaders = ['retry-after', 'x-should-retry']

/**
 * Sends a PUT by XMLHttpRequest, the only browser API with upload progress. Resolves like fetch, without a
 * body, and rejects like fetch when the connection breaks. Aborting the signal stops the transfer; the caller
 * races the signal.
 */
export function putByXhr(
  url: string,
  { bytes, contentType }: UploadFile,
  onSentBytes: (sentBytes: number) => void,
  signal?: AbortSignal | null,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest()
    transfer.open('PUT', url)
    transfer.setRequestHeader('content-type', contentType)
    transfer.upload.onprogress = ({ loaded }) => onSentBytes(loaded)
    transfer.onload = () => {
      const headers = new Headers()
      for (const name of retryHeaders) headers.set(name, transfer.getResponseHeader(name) ?? '')
      resolve(new Response(null, { status: transfer.status, headers }))
    }
    transfer.onerror = () => reject(new TypeError('the connection broke'))
    signal?.addEventListener('abort', () => transfer.abort())
    transfer.send(bytes)
  })
}
