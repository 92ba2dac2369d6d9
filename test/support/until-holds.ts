import { expect, vi } from 'vitest'

/** Repeats assertions until they hold; fails with their own message if they do not within 15 seconds. */
export function untilHolds(assertion: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(assertion, { timeout: 15_000, interval: 5 })
}

/** The number of polls that the service at the address holds, as an operator sees it. */
export async function heldBy({ baseUrl }: { readonly baseUrl: string }): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^mediagen_held_polls (\d+)$/m.exec(metrics)?.[1])
}

export function untilHeld(service: { readonly baseUrl: string }, count: number): Promise<void> {
  return untilHolds(async () => expect(await heldBy(service)).toBe(count))
}
