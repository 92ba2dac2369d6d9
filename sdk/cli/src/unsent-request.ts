import type { Mediagen } from '@mediagen/sdk'

/** A request that was built and not sent, without the API key. */
export interface UnsentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A client that has no connection: it builds requests exactly as one that sends them. */
export interface DryRun {
  readonly client: Mediagen
  /** What it built, in the order of the calls. */
  readonly requests: readonly UnsentRequest[]
}
