import { expect, vi } from 'vitest'

/**
 * Repeats assertions until they hold, and returns what they return; fails with their own message in the end. Not without
 * a pause, because requests in each turn would take the processor from what they wait for.
 */
export function untilHolds<Value>(
  assertion: () => Value | Promise<Value>,
  timeoutMs = 20_000,
): Promise<Value> {
  return vi.waitFor(assertion, { timeout: timeoutMs, interval: 20 })
}

/** The number of polls that the service at the address holds, as an operator sees it. */
export async function heldBy({ baseUrl }: { readonly baseUrl: string }): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^mediagen_held_polls (\d+)$/m.exec(metrics)?.[1])
}

export function untilHeld(service: { readonly baseUrl: string }, count: number): Promise<void> {
  return untilHolds(async () => expect(await heldBy(service)).toBe(count))
}
