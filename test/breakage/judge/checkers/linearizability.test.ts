import { readFileSync } from 'node:fs'
import { describe, expect, it as test } from 'vitest'
import { randomOf } from '../../random.ts'
import { operationsOf } from '../history.ts'
import { findUnlinearizable, type SequentialModel, type TimedStep } from './linearizability.ts'

/** A step on a register: what was asked, and the answer if there was one. */
interface RegisterStep {
  readonly f: 'read' | 'write' | 'cas'
  readonly value?: number | null | readonly [from: number, to: number] | undefined
  readonly isDone?: boolean | undefined
}

const register: SequentialModel<number | null, RegisterStep> = {
  initial: null,
  keyOf: String,
  step(state, { f, value, isDone }) {
    if (f === 'read') return isDone === undefined || value === state ? state : undefined
    if (f === 'write') return value as number
    const [from, to] = value as readonly [number, number]
    if (isDone === undefined) return state === from ? to : state
    if (isDone) return state === from ? to : undefined
    return state === from ? undefined : state
  },
}

interface Published {
  readonly name: string
  readonly isLinearizable: boolean
  readonly lines: readonly [
    process: number,
    type: 'invoke' | 'ok' | 'fail' | 'info',
    f: RegisterStep['f'],
    value: RegisterStep['value'],
  ][]
}

const published: readonly Published[] = JSON.parse(
  readFileSync(new URL('../published/etcd-registers.json', import.meta.url), 'utf8'),
)

function stepsOf({ lines }: Published): TimedStep<RegisterStep>[] {
  const history = lines.map(([process, type, f, value], index) => ({
    index,
    process,
    type,
    f,
    value,
    time: index,
  }))
  return operationsOf(history)
    .filter(({ f, type }) => f !== 'read' || type === 'ok')
    .map(({ f, asked, found, type, start, end }) => ({
      step: {
        f: f as RegisterStep['f'],
        value: (f === 'read' ? found : asked) as RegisterStep['value'],
        isDone: type === 'info' ? undefined : type === 'ok',
      },
      start,
      end,
    }))
}

describe('linearizability', () => {
  test.each(published)('judges the published history $name as its checkers do', (history) => {
    expect(findUnlinearizable(register, stepsOf(history)) === undefined).toBe(history.isLinearizable)
  })

  test('agrees with a search through every order, for 3,000 short random histories', () => {
    const random = randomOf(20_261_126)
    const verdicts = new Map([true, false].map((verdict) => [verdict, 0]))
    for (let round = 0; round < 3_000; round += 1) {
      const steps = randomSteps(random)
      const expected = hasOrder(steps)
      expect(findUnlinearizable(register, steps) === undefined, JSON.stringify(steps)).toBe(expected)
      verdicts.set(expected, (verdicts.get(expected) ?? 0) + 1)
    }
    expect(Math.min(...verdicts.values())).toBeGreaterThan(500)
  })
})

/** Up to six overlapping steps with small values; every fifth has no response. */
function randomSteps(random: () => number): TimedStep<RegisterStep>[] {
  const pick = (below: number): number => Math.floor(random() * below)
  return Array.from({ length: 2 + pick(5) }, () => {
    const start = pick(40)
    const isLost = random() < 0.2
    const f = (['read', 'write', 'cas'] as const)[pick(3)] ?? 'read'
    const value = f === 'cas' ? ([pick(2), pick(2)] as const) : pick(2)
    const isDone = isLost ? undefined : f !== 'cas' || random() < 0.5
    // Half a step later, so that no two ends fall together.
    const end = isLost ? Number.POSITIVE_INFINITY : start + 0.5 + pick(15)
    return { step: { f, value, isDone }, start: start + random() / 4, end: end + random() / 4 }
  })
}

/** Tries every order of every choice of the steps without a response. */
function hasOrder(steps: readonly TimedStep<RegisterStep>[]): boolean {
  const search = (state: number | null, left: readonly TimedStep<RegisterStep>[]): boolean => {
    if (left.every(({ end }) => end === Number.POSITIVE_INFINITY)) return true
    const firstEnd = Math.min(...left.map(({ end }) => end))
    return left.some((next) => {
      const after = next.start < firstEnd ? register.step(state, next.step) : undefined
      return (
        after !== undefined &&
        search(
          after,
          left.filter((step) => step !== next),
        )
      )
    })
  }
  return search(register.initial, steps)
}
