import { describe, expect, test } from 'vitest'
import { isTerminal, type TaskStatus, taskMoves, taskStatuses } from './task-states.ts'

type TaskMove = (typeof taskMoves)[keyof typeof taskMoves]

/** Every sequence of moves from creation to a terminal status, with each move at most twice. */
function lives(): { statuses: TaskStatus[]; money: string[] }[] {
  const found: { statuses: TaskStatus[]; money: string[] }[] = []
  const walk = (at: TaskStatus | null, made: readonly TaskMove[]): void => {
    if (at !== null && isTerminal(at)) {
      found.push({ statuses: made.map(({ to }) => to), money: made.map(({ money }) => money) })
      return
    }
    for (const move of Object.values(taskMoves)) {
      const times = made.filter((one) => one === move).length
      if (move.from === at && times < 2) walk(move.to, [...made, move])
    }
  }
  walk(null, [])
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
