import { describe, expect, it } from 'vitest'
import { createSharedKnowledge } from './shared-knowledge.js'

function setUp() {
  const readings: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const clock = { nowMs: 0 }
  const knowledge = createSharedKnowledge({
    read: () => new Promise<number>((resolve, reject) => readings.push({ resolve, reject })),
    ageMsMax: 50,
    nowMs: () => clock.nowMs,
  })
  return { readings, clock, knowledge }
}

describe('what is known together', () => {
  it('is read once for all who ask while it is being read, and while it is fresh', async () => {
    const { readings, clock, knowledge } = setUp()
    const asked = Array.from({ length: 1_000 }, () => knowledge.get())
    readings[0]?.resolve(7)
    expect(new Set(await Promise.all(asked))).toEqual(new Set([7]))
    clock.nowMs = 49
    expect(await knowledge.get()).toBe(7)
    expect(readings).toHaveLength(1)
  })

  it.each([50, -1])(
    'is read again once it is too old, or the clock was set back (%s ms later)',
    async (later) => {
      const { readings, clock, knowledge } = setUp()
      const first = knowledge.get()
      readings[0]?.resolve(1)
      await first
      clock.nowMs = later
      const second = knowledge.get()
      readings[1]?.resolve(2)
      expect(await second).toBe(2)
    },
  )

  it('is read again after a reading that failed, which all who waited hear of', async () => {
    const { readings, knowledge } = setUp()
    const asked = [knowledge.get(), knowledge.get()]
    readings[0]?.reject(new Error('away'))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = knowledge.get()
    readings[1]?.resolve(3)
    expect(await next).toBe(3)
  })

  it('that was forgotten while it was being read is not taken for new', async () => {
    const { readings, knowledge } = setUp()
    const old = knowledge.get()
    knowledge.forget()
    const fresh = knowledge.get()
    readings[1]?.resolve(2)
    readings[0]?.resolve(1)
    expect([await old, await fresh, await knowledge.get()]).toEqual([1, 2, 2])
  })
})
