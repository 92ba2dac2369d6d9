import { afterEach, describe, expect, test, vi } from 'vitest'
import { Mediagen } from '../src/index.js'
import { createMockService } from '../src/testing/index.js'
import { createTimelineClock } from './support/timeline-clock.js'

afterEach(() => vi.unstubAllGlobals())

/** Follows so many tasks, all at once, with one client; says how the service saw it. */
async function followMany(count: number, processingMs: number) {
  const clock = createTimelineClock()
  const service = createMockService({ clock, processingMs, balance: '1000.00' })
  const holds = new Map<string, number>()
  let held = 0
  let heldMost = 0
  const client = new Mediagen({
    apiKey: 'any',
    baseUrl: service.baseUrl,
    clock,
    async fetch(url, init) {
      if (init.headers.prefer === undefined) return service.fetch(url, init)
      held += 1
      heldMost = Math.max(heldMost, held)
      holds.set(url, (holds.get(url) ?? 0) + 1)
      return service.fetch(url, init).finally(() => {
        held -= 1
      })
    },
  })
  const lateMs = await Promise.all(
    Array.from({ length: count }, async () => {
      const generation = await client.images.generate({ prompt: 'x' })
      await generation.wait()
      return clock.now() - Date.parse(generation.createdAt) - 200 - processingMs
    }),
  )
  return { heldMost, holds, lateMs: Math.max(...lateMs) }
}

describe('many waits of one client', () => {
  test('in a browser have three polls held at most, by turns, and each learns its result soon', async () => {
    vi.stubGlobal('XMLHttpRequest', class {})
    const { heldMost, holds, lateMs } = await followMany(12, 240_000)
    expect(heldMost).toBe(3)
    expect(holds.size).toBe(12)
    expect(Math.max(...holds.values()) - Math.min(...holds.values())).toBeLessThanOrEqual(2)
    expect(lateMs).toBeLessThanOrEqual(3_000)
  })

  test('in a browser are all held where they are three', async () => {
    vi.stubGlobal('XMLHttpRequest', class {})
    const { heldMost, lateMs } = await followMany(3, 100_000)
    expect([heldMost, lateMs]).toEqual([3, 0])
  })

  test('elsewhere are all held, for connections are not scarce', async () => {
    const { heldMost, lateMs } = await followMany(12, 100_000)
    expect([heldMost, lateMs]).toEqual([12, 0])
  })

  test('in a browser leave their place when they are aborted', async () => {
    vi.stubGlobal('XMLHttpRequest', class {})
    const clock = createTimelineClock()
    const { baseUrl, fetch } = createMockService({ clock, processingMs: 1_000_000 })
    const prefer: (string | undefined)[] = []
    const client = new Mediagen({
      apiKey: 'any',
      baseUrl,
      clock,
      fetch(url, init) {
        prefer.push(init.headers.prefer)
        return fetch(url, init)
      },
    })
    const generation = await client.images.generate({ prompt: 'x' })
    for (let round = 0; round < 4; round += 1) {
      await expect(generation.wait({ timeoutMs: 5_000 })).rejects.toThrow('not finished')
    }
    prefer.length = 0
    await expect(generation.wait({ timeoutMs: 5_000 })).rejects.toThrow('not finished')
    expect(prefer).toContain('wait=5')
  })
})
