import { describe, expect, test } from 'vitest'
import { isTerminal, type TaskStatus, taskMoves, taskStatuses } from './task-states.ts'

/** Every sequence of moves from creation to a terminal status, with at most one `retake` in a row. */
function lives(): { statuses: TaskStatus[]; money: string[] }[] {
  const found: { statuses: TaskStatus[]; money: string[] }[] = []
  const walk = (at: TaskStatus | null, statuses: TaskStatus[], money: string[]): void => {
    if (at !== null && isTerminal(at)) {
      found.push({ statuses, money })
      return
    }
    for (const move of Object.values(taskMoves)) {
      const again = move.from === move.to
      if (move.from === at && !(again && statuses.at(-1) === move.to && statuses.at(-2) === move.to)) {
        walk(move.to, [...statuses, move.to], [...money, move.money])
      }
    }
  }
  walk(null, [], [])
  return found
}

describe('the lifecycle of a task', () => {
  test('reserves exactly once, first, and settles exactly once, last, on every path to a terminal status', () => {
    expect(lives().length).toBeGreaterThanOrEqual(5)
    for (const { money } of lives()) {
      expect(money[0]).toBe('reserve')
      expect(['charge', 'refund']).toContain(money.at(-1))
      expect(money.slice(1, -1).every((step) => step === 'none')).toBe(true)
    }
  })

  test('charges exactly the tasks that end in SUCCEEDED', () => {
    for (const { statuses, money } of lives()) {
      expect(money.at(-1) === 'charge').toBe(statuses.at(-1) === 'SUCCEEDED')
    }
  })

  test('has no transition out of SUCCEEDED, FAILED and CANCELLED, and one out of every other status', () => {
    expect(taskStatuses.filter(isTerminal)).toEqual(['SUCCEEDED', 'FAILED', 'CANCELLED'])
  })

  test('can be cancelled only from QUEUED', () => {
    const ways = Object.values(taskMoves).filter((move) => move.to === 'CANCELLED')
    expect(ways.map((move) => move.from)).toEqual(['QUEUED'])
  })
})
