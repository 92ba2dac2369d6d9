import { describe, expect, test } from 'vitest'
import { findMysqlProgram } from '../../support/mysql-source.ts'
import { runHistory } from './histories.ts'

// Only a server that the test has started itself can be killed.
describe.skipIf(findMysqlProgram() === undefined)('a short history', () => {
  test('of processes whose clocks are ten minutes apart, while they and their database are killed: keeps every guarantee', async () => {
    const { lines, verdicts, broken } = await runHistory({
      database: 'mysql',
      durationMs: 8_000,
      seed: 1,
      // Other files run beside it.
      patience: 10,
    })
    expect(Object.entries(verdicts).filter(([, errors]) => errors.length > 0)).toEqual([])
    expect(broken).toEqual([])
    const count = (f: string, type: string) =>
      lines.filter((line) => line.f === f && line.type === type).length
    expect(count('accept', 'ok')).toBeGreaterThan(100)
    expect(count('read', 'ok')).toBeGreaterThan(0)
    const faults = lines.filter(({ process, value }) => process === 'nemesis' && value === 'begins')
    expect(faults.length).toBeGreaterThan(4)
  }, 300_000)
})
