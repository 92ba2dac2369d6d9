/** What an operator does with the API keys of an account, and what they are good for. Times are the test's own. */

interface Answered {
  readonly answeredAtMs: number
}

/** `issue`: a new key, which may expire or be for reading only. */
export interface IssueKey {
  readonly asked: { readonly expiresAtMs?: number | undefined; readonly isReadOnly: boolean }
  readonly found: Answered & { readonly key: string }
}

/** `rotate`: a new key with the properties of another one, which expires then. */
export interface RotateKey {
  readonly asked: { readonly key: string }
  readonly found: Answered & { readonly newKey: string; readonly expiresAtMs: number }
}

/** `restrict`: a key becomes one for reading only. `revoke`: it ends. */
export interface ChangeKey {
  readonly asked: { readonly key: string }
  readonly found: Answered
}

/** `use`: a request with a key that reads, or would change something if it were there. */
export interface UseKey {
  readonly asked: {
    readonly account: string
    readonly key: string
    readonly does: 'read' | 'change'
    readonly sentAtMs: number
  }
  readonly found: Answered & {
    readonly status: number
    /** The account and the key that the response names. */
    readonly account?: string | undefined
    readonly keyId?: string | undefined
  }
}

/** What changes keys, by the `f` of its operations. */
export interface KeyChanges {
  readonly issue: IssueKey
  readonly rotate: RotateKey
  readonly restrict: ChangeKey
  readonly revoke: ChangeKey
}
