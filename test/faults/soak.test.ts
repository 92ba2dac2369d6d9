import { describe, expect, test } from 'vitest'
import { runSoak } from '../soak/soak.ts'
import { soakDefaults } from '../soak/soak-options.ts'
import { findMysqlProgram } from '../support/mysql-source.ts'

// Only a server that the test has started itself can be killed.
describe.skipIf(findMysqlProgram() === undefined)('a short soak', () => {
  test('with processes and database killed under load: nothing is lost, duplicated or left behind', async () => {
    const { figures, violations } = await runSoak({
      ...soakDefaults,
      seed: 1,
      tasks: 300,
      killEvery: 0.8,
      databaseRestarts: 1,
      inMemory: true,
    })
    expect(violations).toEqual([])
    const figure = (name: string): number => Number(figures.find(([of]) => of === name)?.[1])
    expect(figure('tasks accepted')).toBe(300)
    expect(figure('database killed')).toBe(1)
    expect(figure('API processes killed') + figure('worker processes killed')).toBeGreaterThan(2)
  }, 300_000)
})
