import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenStarts } from './capacity.ts'

test('no 60 seconds contain more starts than a provider allows, whatever their timing, and all of them happen in the end', () => {
  const gap = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 }))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.array(gap, { minLength: 1, maxLength: 400 }),
      (perMinute, gaps) => {
        let [nowMs, nextMs] = [1_000_000, 0]
        const starts: number[] = []
        for (const pause of gaps) {
          nowMs += pause
          const start = evenStarts(perMinute, { nextMs, nowMs })
          if (start.waitMs > 0) {
            nowMs += start.waitMs
            expect(evenStarts(perMinute, { nextMs, nowMs }).waitMs).toBe(0)
          }
          nextMs = evenStarts(perMinute, { nextMs, nowMs }).nextMs
          starts.push(nowMs)
        }
        for (const [index, from] of starts.entries()) {
          const within = starts.slice(index).filter((at) => at < from + 60_000)
          expect(within.length).toBeLessThanOrEqual(perMinute)
        }
      },
    ),
  )
})
