import { expect, test } from 'vitest'
import { createGroupRead } from './group-read.ts'

interface Asked {
  readonly id: string
}

function recordingReads() {
  const statements: string[][] = []
  const finish: (() => void)[] = []
  const read = createGroupRead<Asked, string>({
    async readTogether(asked) {
      statements.push(asked.map(({ id }) => id))
      await new Promise<void>((resolve) => finish.push(resolve))
      return new Map(asked.filter(({ id }) => id !== 'gone').map((one) => [one, `found ${one.id}`]))
    },
  })
  return { statements, read, finish }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('reads of one turn share a statement, and each gets its own result', async () => {
  const { statements, read, finish } = recordingReads()
  const results = ['a', 'b', 'gone', 'a'].map((id) => read({ id }))
  await turn()
  finish.shift()?.()
  expect(await Promise.all(results)).toEqual(['found a', 'found b', undefined, 'found a'])
  expect(statements).toEqual([['a', 'b', 'gone', 'a']])
})

test('a read never joins a statement that is under way, which might not see what was written before', async () => {
  const { statements, read, finish } = recordingReads()
  const first = read({ id: 'a' })
  await turn()
  const second = read({ id: 'a' })
  await turn()
  expect(statements).toEqual([['a']])
  finish.shift()?.()
  expect(await first).toBe('found a')
  await turn()
  finish.shift()?.()
  expect(await second).toBe('found a')
  expect(statements).toEqual([['a'], ['a']])
})
