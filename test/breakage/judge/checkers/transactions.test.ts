import { readFileSync } from 'node:fs'
import { describe, expect, it as test } from 'vitest'
import { randomOf } from '../../random.ts'
import { operationsOf } from '../history.ts'
import { type Action, findAnomalies, type Transaction } from './transactions.ts'
import type { Container } from './versions.ts'

interface Published {
  readonly name: string
  readonly anomaly: string
  readonly lines: readonly [process: number, type: 'invoke' | 'ok', actions: readonly Action[]][]
}

const published: readonly Published[] = JSON.parse(
  readFileSync(new URL('../published/transactions.json', import.meta.url), 'utf8'),
)

function kindsOf(container: Container, transactions: readonly Transaction[]): string[] {
  return findAnomalies(container, transactions).map(({ kind }) => kind)
}

/** Transactions that follow each other without overlap. */
function inTurn(...all: readonly (readonly Action[])[]): Transaction[] {
  return all.map((actions, index) => ({ type: 'ok', actions, start: 2 * index, end: 2 * index + 1 }))
}

/** Transactions that all overlap. */
function atOnce(...all: readonly (readonly Action[])[]): Transaction[] {
  return all.map((actions, index) => ({ type: 'ok', actions, start: index, end: 100 + index }))
}

describe('transactions', () => {
  test.each(published)(
    'finds in the published history $name what Elle finds: $anomaly',
    ({ lines, anomaly }) => {
      const history = lines.map(([process, type, value], index) => ({
        index,
        process,
        type,
        f: 'txn',
        value,
        time: index,
      }))
      const transactions = operationsOf(history).map(({ type, found, start, end }) => ({
        type,
        actions: found as readonly Action[],
        start,
        end,
      }))
      expect(kindsOf('list', transactions)).toEqual([anomaly])
    },
  )

  test.each<[kind: string, container: Container, transactions: Transaction[]]>([
    [
      'G0',
      'list',
      atOnce(
        [
          ['append', 'x', 1],
          ['append', 'y', 1],
        ],
        [
          ['append', 'x', 2],
          ['append', 'y', 2],
        ],
        [['r', 'x', [1, 2]]],
        [['r', 'y', [2, 1]]],
      ),
    ],
    [
      'G1a',
      'list',
      [
        { type: 'fail', actions: [['append', 'x', 1]], start: 0, end: 1 },
        { type: 'ok', actions: [['r', 'x', [1]]], start: 2, end: 3 },
      ],
    ],
    [
      'G1b',
      'list',
      atOnce(
        [
          ['append', 'x', 1],
          ['append', 'x', 2],
        ],
        [['r', 'x', [1]]],
      ),
    ],
    [
      'G1c',
      'list',
      atOnce(
        [
          ['append', 'x', 1],
          ['r', 'y', [1]],
        ],
        [
          ['append', 'y', 1],
          ['r', 'x', [1]],
        ],
      ),
    ],
    [
      'G-single',
      'list',
      atOnce(
        [
          ['append', 'x', 1],
          ['append', 'y', 1],
        ],
        [
          ['r', 'x', [1]],
          ['r', 'y', []],
        ],
      ),
    ],
    [
      'G2',
      'set',
      atOnce(
        [
          ['append', 'x', 1],
          ['r', 'y', []],
        ],
        [
          ['append', 'y', 1],
          ['r', 'x', []],
        ],
      ),
    ],
    ['G-single-realtime', 'set', inTurn([['append', 'x', 1]], [['r', 'x', []]])],
    ['G1c-realtime', 'set', inTurn([['r', 'x', [1]]], [['append', 'x', 1]])],
    [
      'incompatible-order',
      'list',
      atOnce([['append', 'x', 1]], [['append', 'x', 2]], [['r', 'x', [1, 2]]], [['r', 'x', [2, 1]]]),
    ],
    [
      'incompatible-order',
      'set',
      atOnce([['append', 'x', 1]], [['append', 'x', 2]], [['r', 'x', [1]]], [['r', 'x', [2]]]),
    ],
    [
      'internal',
      'list',
      atOnce([
        ['append', 'x', 1],
        ['r', 'x', []],
      ]),
    ],
    ['garbage-read', 'set', atOnce([['r', 'x', [7]]])],
    ['duplicate-elements', 'set', atOnce([['append', 'x', 1]], [['r', 'x', [1, 1]]])],
    ['duplicate-append', 'set', atOnce([['append', 'x', 1]], [['append', 'x', 1]])],
  ])('names %s in a %s', (kind, container, transactions) => {
    expect(kindsOf(container, transactions)).toContain(kind)
  })

  test.each<Container>(['list', 'set'])(
    'finds nothing in 500 histories of a %s that ran one after another',
    (container) => {
      const random = randomOf(7)
      for (let round = 0; round < 500; round += 1)
        expect(findAnomalies(container, serialHistory(random, container))).toEqual([])
    },
  )

  test.each<Container>(['list', 'set'])(
    'blames a %s only for histories that have no order, of 3,000 with a changed read',
    (container) => {
      const random = randomOf(11)
      let blamed = 0
      for (let round = 0; round < 3_000; round += 1) {
        const transactions = withChangedRead(serialHistory(random, container), random)
        const found = findAnomalies(container, transactions)
        if (found.length === 0) continue
        blamed += 1
        expect(hasOrder(container, transactions), JSON.stringify({ transactions, found })).toBe(false)
      }
      expect(blamed).toBeGreaterThan(500)
    },
  )
})

/** Up to six overlapping transactions on two keys, each of which takes effect at one moment between its ends. */
function serialHistory(random: () => number, container: Container): Transaction[] {
  const pick = (below: number): number => Math.floor(random() * below)
  const data = new Map<string, number[]>()
  let element = 0
  return Array.from({ length: 2 + pick(5) }, (_, at): Transaction => {
    const actions = Array.from({ length: 1 + pick(3) }, (): Action => {
      const key = 'xy'[pick(2)] ?? 'x'
      const all = data.get(key) ?? []
      if (random() < 0.5) {
        element += 1
        data.set(key, [...all, element])
        return ['append', key, element]
      }
      return ['r', key, container === 'list' ? all : all.toSorted(() => random() - 0.5)]
    })
    const isLost = random() < 0.15
    const span = {
      start: 10 * at - pick(25),
      end: isLost ? Number.POSITIVE_INFINITY : 10 * at + 1 + pick(25),
    }
    const known = isLost
      ? actions.map((action): Action => (action[0] === 'r' ? ['r', action[1], null] : action))
      : actions
    return { type: isLost ? 'info' : 'ok', actions: known, ...span }
  })
}

/** The same with one element added to, or taken from, one of its reads. */
function withChangedRead(transactions: readonly Transaction[], random: () => number): Transaction[] {
  const victim = Math.floor(random() * transactions.length)
  return transactions.map((transaction, index) => {
    if (index !== victim) return transaction
    const actions = transaction.actions.map((action): Action => {
      if (action[0] !== 'r' || action[2] === null) return action
      const elements = random() < 0.5 ? action[2].slice(0, -1) : [...action[2], 1 + Math.floor(random() * 8)]
      return ['r', action[1], elements]
    })
    return { ...transaction, actions }
  })
}

/** Tries every order that real time allows, of every choice of the transactions without a response. */
function hasOrder(container: Container, transactions: readonly Transaction[]): boolean {
  type Data = ReadonlyMap<string | number, readonly (string | number)[]>
  const run = (data: Data, { actions }: Transaction): Data | undefined => {
    const after = new Map(data)
    for (const [f, key, value] of actions) {
      const all = after.get(key) ?? []
      if (f === 'append') after.set(key, [...all, value])
      else if (value !== null && !isSame(container, all, value)) return undefined
    }
    return after
  }
  const search = (data: Data, left: readonly Transaction[]): boolean => {
    if (left.every(({ type }) => type === 'info')) return true
    const firstEnd = Math.min(...left.map(({ end }) => end))
    return left.some((next) => {
      const after = next.start < firstEnd ? run(data, next) : undefined
      return (
        after !== undefined &&
        search(
          after,
          left.filter((one) => one !== next),
        )
      )
    })
  }
  return search(new Map(), transactions)
}

function isSame(
  container: Container,
  one: readonly (string | number)[],
  other: readonly (string | number)[],
): boolean {
  if (one.length !== other.length) return false
  return container === 'list'
    ? one.every((element, index) => element === other[index])
    : one.every((element) => other.includes(element))
}
