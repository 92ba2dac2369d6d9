import { describe, expect, test } from 'vitest'
import { groupIsMissing } from '../faults/mysql-group.ts'
import { runHistory } from './histories.ts'

const missing = groupIsMissing()

describe.skipIf(missing !== undefined)(
  `stale reads${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    test('of a member that left its group and is not closed: the task register finds them', async () => {
      const { verdicts } = await runHistory({
        database: 'group',
        hasFences: false,
        durationMs: 40_000,
        seed: 1,
        patience: 10,
      })
      expect(verdicts['task register']).not.toEqual([])
    }, 600_000)
  },
)
