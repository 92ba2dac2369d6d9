import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const nextTurn = () => new Promise(setImmediate)

test('one item is run at each turn of the event loop, in the order of asking', async () => {
  const run: string[] = []
  const ask = createTurns<string>((item) => run.push(item))
  for (const item of ['a', 'b', 'a', 'c']) ask(item)
  expect(run).toEqual([])
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c']]) {
    await nextTurn()
    expect(run).toEqual(expected)
  }
})

test('an item that asks again while it runs comes after those that wait', async () => {
  const run: string[] = []
  const ask = createTurns<string>((item) => {
    run.push(item)
    if (run.length < 5) ask(item)
  })
  ask('a')
  ask('b')
  while (run.length < 5) await nextTurn()
  expect(run).toEqual(['a', 'b', 'a', 'b', 'a'])
})
