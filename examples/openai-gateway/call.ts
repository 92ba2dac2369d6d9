import type { Mediagen } from '@mediagen/sdk'
import type { Order } from './paid-once.ts'

/** The service, and the request that is served. */
export interface Call {
  readonly client: Mediagen
  readonly signal: AbortSignal
  /** Does work that costs something; a repetition of this content gets what the first try has paid. */
  payOnce<Answer>(content: readonly unknown[], work: (order: Order) => Promise<Answer>): Promise<Answer>
}
