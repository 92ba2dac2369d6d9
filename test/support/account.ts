import type { ContractFetch } from '../../openapi/checks/contract-fetch.ts'

export interface TestAccount {
  readonly accountId: string
  readonly apiKey: string
  /** Sends a request with the account's key; a body is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** Reserves, sends and completes an upload; returns the response of the completion. */
  upload(bytes: Uint8Array, contentType: string): Promise<TestResponse>
  /** The first of the three steps. @default an image/png */
  reserve(contentType?: string): Promise<{ id: string; uploadUrl: string; expiresAt: string }>
  /** The last of the three steps; `putFile` is the one between. */
  complete(uploadId: string): Promise<TestResponse>
  /** What is available and what is reserved, as decimal strings. */
  money(): Promise<{ balance: string; reserved: string }>
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read; the contract check has held its shape.
  readonly body: any
}

/** The requests of an account, by its key. */
export function accountWith(
  fetchChecked: ContractFetch,
  apiKey: string,
): Pick<TestAccount, 'call' | 'upload' | 'reserve' | 'complete'> {
  const call: TestAccount['call'] = (method, path, body, headers = {}) =>
    send(fetchChecked, method, path, body, { Authorization: `Bearer ${apiKey}`, ...headers })
  const complete: TestAccount['complete'] = (id) => call('POST', `/api/v1/uploads/${id}/complete`, {})
  const reserve: TestAccount['reserve'] = async (contentType = 'image/png') => {
    const { status, body } = await call('POST', '/api/v1/uploads', { contentType })
    if (status !== 200) throw new Error(`No upload was reserved: ${JSON.stringify(body)}`)
    return body
  }
  return {
    call,
    reserve,
    complete,
    async upload(bytes, contentType) {
      const { id, uploadUrl } = await reserve(contentType)
      const put = await putFile(uploadUrl, bytes, contentType)
      if (put.status !== 200) throw new Error(`PUT returned ${put.status}: ${await put.text()}`)
      return complete(id)
    },
  }
}

/** Sends a file by the link of a reserved upload. */
export function putFile(uploadUrl: string, bytes: Uint8Array, contentType = 'image/png'): Promise<Response> {
  const headers = { 'Content-Type': contentType }
  return fetch(uploadUrl, { method: 'PUT', headers, body: Buffer.from(bytes) })
}

async function send(
  fetchChecked: ContractFetch,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<TestResponse> {
  const response = await fetchChecked(path, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
