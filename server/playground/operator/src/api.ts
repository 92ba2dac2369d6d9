import type { Requests } from '../../../src/operator/operations/operations.ts'

export type Name = keyof Requests
export type Input<Of extends Name> = Requests[Of]['input']
export type Output<Of extends Name> = Requests[Of]['output']
/** What changes nothing, and may be repeated at any time. */
export type Read = Extract<Name, `GET ${string}`>

interface Refusal {
  readonly code?: string
  readonly message?: string
  /** What is wrong with which fields. */
  readonly details?: readonly { readonly path: string; readonly message: string }[]
  /** The accounts that a name may mean. */
  readonly accounts?: readonly { readonly accountId: string; readonly name: string | null }[]
}

/** A refusal of the service: its message is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: NonNullable<Refusal['details']>
  readonly accounts: NonNullable<Refusal['accounts']>

  constructor(status: number, refusal: Refusal) {
    super(refusal.message ?? `The service answered ${status}.`)
    this.status = status
    this.code = refusal.code ?? 'UNKNOWN'
    this.details = refusal.details ?? []
    this.accounts = refusal.accounts ?? []
  }
}

/**
 * Sends a request of the table of operations. An action that must not happen twice has the key that was created with
 * its form: sent again after a lost response or a double click, it names the same action.
 */
export async function request<Of extends Name>(name: Of, input: Input<Of>): Promise<Output<Of>> {
  const { idempotencyKey, ...given } = input as Record<string, string>
  const [method, template = ''] = name.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(given[part] ?? ''))
  const fields = Object.entries(given).filter(([part]) => !template.includes(`{${part}}`))
  if (method === 'POST') return post(path, Object.fromEntries(fields), idempotencyKey)
  const query = new URLSearchParams(fields.filter(([, value]) => value)).toString()
  return send(query === '' ? path : `${path}?${query}`)
}

export async function hasSession(): Promise<boolean> {
  const session = await send<{ isSignedIn: boolean }>('/session')
  return session.isSignedIn
}

export async function beginSession(token: string): Promise<void> {
  await post('/sign-in', { token })
}

export async function endSession(): Promise<void> {
  await post('/sign-out', {})
}

function post<Answer>(path: string, body: object, idempotencyKey?: string): Promise<Answer> {
  return send(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
}

/** `path` is below /admin/api. */
async function send<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/admin/api${path}`, { ...init, credentials: 'same-origin' }).catch(() => {
    throw new ApiError(0, { message: 'The service did not answer. Nothing is lost: try again.' })
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  const error = new ApiError(response.status, answer)
  if (error.code === 'NOT_SIGNED_IN' && path !== '/sign-in')
    document.dispatchEvent(new CustomEvent('signed-out', { detail: sessionEnded(init) }))
  throw error
}

function sessionEnded({ method }: RequestInit): string {
  const text = 'Your session has ended.'
  return method === 'POST' ? `${text} Nothing was changed: sign in, and send it again.` : text
}
