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

/** What the retry policy reads of an answer. */
const headersRead = ['retry-after', 'x-should-retry']

/**
 * Puts bytes in the one way in which a browser tells how many have left. Answers as fetch does, without a body, and
 * rejects like it where the connection breaks. The signal is the caller's to race; here it only stops the transfer.
 */
export function putByXhr(
  url: string,
  { bytes, contentType }: UploadFile,
  tell: (sentBytes: number) => void,
  signal?: AbortSignal | null,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest()
    transfer.open('PUT', url)
    transfer.setRequestHeader('content-type', contentType)
    transfer.upload.onprogress = ({ loaded }) => tell(loaded)
    transfer.onload = () => {
      const headers = new Headers()
      for (const name of headersRead) headers.set(name, transfer.getResponseHeader(name) ?? '')
      resolve(new Response(null, { status: transfer.status, headers }))
    }
    transfer.onerror = () => reject(new TypeError('the connection broke'))
    signal?.addEventListener('abort', () => transfer.abort())
    transfer.send(bytes)
  })
}
