import { expect, test } from 'vitest'
import { runHistory } from './histories.ts'

test('old tasks are archived and restored by processes that are killed, under load: each stays in one place, and the books agree', async () => {
  const { lines, verdicts, figures, broken } = await runHistory({
    database: 'sqlite',
    withArchives: true,
    durationMs: 3_000,
    linesMin: 500,
    seed: 1,
    // Other files run beside it.
    patience: 10,
  })
  expect(Object.entries(verdicts).filter(([, errors]) => errors.length > 0)).toEqual([])
  expect(broken).toEqual([])
  const of = Object.fromEntries(figures)
  expect(of['archiving or restoring, killed']).toBeGreaterThanOrEqual(4)
  expect(of.archives).toBeGreaterThan(4)
  expect(lines.filter(({ f, type }) => f === 'accept' && type === 'ok').length).toBeGreaterThan(10)
}, 300_000)
