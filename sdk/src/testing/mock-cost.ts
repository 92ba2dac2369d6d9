import type { components } from '../generated/openapi.js'

type Task = components['schemas']['Task']

/** What a task of this price costs in this status. */
export function costOf(amount: string, status: Task['status']): NonNullable<Task['cost']> {
  const isRefunded = status === 'FAILED' || status === 'CANCELLED'
  const state = status === 'SUCCEEDED' ? 'charged' : isRefunded ? 'refunded' : 'reserved'
  return { amount, currency: 'USD', state }
}
