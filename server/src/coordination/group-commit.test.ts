import { describe, expect, test } from 'vitest'
import { countingWaits, currentWaitedTime, type WaitedTime } from '../core/async/waited-time.ts'
import { DatabaseUnavailableError } from '../database/database-unavailable-error.ts'
import { createGroupCommit } from './group-commit.ts'

const away = new DatabaseUnavailableError(new Error('away'))

/** A group that writes one batch at a time; each ends when the test says so, after it has waited in vain. */
function openGroup() {
  const batches: { items: readonly string[]; waited: WaitedTime; end: (error?: Error) => void }[] = []
  const group = createGroupCommit<string, string>({
    concurrency: 1,
    writeTogether: (items) =>
      new Promise((resolve, reject) => {
        const waited = currentWaitedTime()
        if (waited === undefined) throw new Error('A batch has a count of its own.')
        const end = (error?: Error) => (error === undefined ? resolve('written') : reject(error))
        batches.push({ items, waited, end })
      }),
  })
  const write = (item: string, waited: WaitedTime) => {
    const written = countingWaits(waited, () => group.write(item))
    written.catch(() => undefined)
    return written
  }
  const batch = async (index: number) => {
    for (;;) {
      const one = batches[index]
      if (one !== undefined) return one
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { write, batch }
}

describe('what a batch waits for the database in vain', () => {
  test('begins with what its most impatient item has waited, and counts for each of them', async () => {
    const { write, batch } = openGroup()
    const [patient, impatient] = [{ ms: 0 }, { ms: 900 }]
    const written = [write('a', patient), write('b', impatient)]
    const first = await batch(0)
    expect([first.items, first.waited.ms]).toEqual([['a', 'b'], 900])
    first.waited.ms += 0.01
    first.end()
    await Promise.all(written)
    expect(patient.ms).toBeCloseTo(0.01)
    expect(impatient.ms).toBeCloseTo(900.01)
  })

  test('counts for those behind it, for as long as they were there, and for none that come later', async () => {
    const { write, batch } = openGroup()
    const [behind, late] = [{ ms: 0 }, { ms: 0 }]
    const failing = write('a', { ms: 0 })
    const first = await batch(0)
    const next = write('b', behind)
    const sinceMs = performance.now()
    while (performance.now() - sinceMs < 5) await new Promise((resolve) => setImmediate(resolve))
    first.waited.ms += 60_000
    first.end(away)
    await expect(failing).rejects.toBe(away)
    expect(behind.ms).toBeGreaterThanOrEqual(5)
    expect(behind.ms).toBeLessThan(60_000)
    const last = write('c', late)
    expect(late.ms).toBe(0)
    for (const index of [1, 2]) void batch(index).then(({ end }) => end())
    await Promise.all([next, last])
  })

  test('is not that of the request that began it: one that is over no longer counts', async () => {
    const { write, batch } = openGroup()
    const over: WaitedTime = { ms: 1_900 }
    const written = write('a', over)
    const first = await batch(0)
    over.isEnded = true
    const another = write('b', { ms: 0 })
    first.end()
    await written
    const second = await batch(1)
    expect(second.waited.ms).toBe(0)
    second.end()
    await another
  })
})
