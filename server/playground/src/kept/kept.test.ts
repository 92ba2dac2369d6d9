import { describe, expect, test } from 'vitest'
import { type MadeHere, readMadeHere, withMade } from './made-here.ts'
import { createStored } from './stored.ts'

const made = (taskId: string, inputUrl?: string): MadeHere => ({
  key: `key of ${taskId}`,
  taskId,
  ...(inputUrl !== undefined && { inputUrl }),
})

describe('what this device knows of its tasks', () => {
  test('is bounded, and loses the images of the older ones first', () => {
    let list: readonly MadeHere[] = []
    for (let count = 1; count <= 230; count += 1) list = withMade(list, made(`t${count}`, 'data:image'))
    expect([list.length, list[0]?.taskId, list.at(-1)?.taskId]).toEqual([200, 't230', 't31'])
    expect(list.filter(({ inputUrl }) => inputUrl !== undefined).map(({ taskId }) => taskId)).toEqual(
      Array.from({ length: 24 }, (_, index) => `t${230 - index}`),
    )
  })

  test('is read as it was stored, and leaves out whatever else is stored there', () => {
    const stored = JSON.parse(JSON.stringify([made('t1', 'data:image'), null, 7, { taskId: 't2' }]))
    expect(readMadeHere(stored)).toMatchObject([made('t1', 'data:image')])
    expect(readMadeHere({ taskId: 't1' })).toEqual([])
    expect(readMadeHere([{ ...made('t1'), inputUrl: 7 }])).toEqual([made('t1')])
  })
})

describe('a stored value', () => {
  const parse = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : [])
  const memory = (text: string | null) => {
    const storage = {
      text,
      getItem: () => storage.text,
      setItem: (_: string, next: string) => {
        storage.text = next
      },
    }
    return storage
  }

  test('is there again after a reload, and told to whoever listens', () => {
    const storage = memory('not JSON')
    const stored = createStored(storage, 'stars', parse)
    let calls = 0
    const leave = stored.subscribe(() => {
      calls += 1
    })
    stored.change((before) => [...before, 't1'])
    leave()
    stored.change((before) => [...before, 't2'])
    expect([stored.read(), calls]).toEqual([['t1', 't2'], 1])
    expect(createStored(storage, 'stars', parse).read()).toEqual(['t1', 't2'])
  })

  test('lasts as long as the page where nothing can be stored', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    for (const storage of [undefined, full]) {
      const stored = createStored(storage, 'stars', parse)
      stored.change(() => ['t1'])
      expect(stored.read()).toEqual(['t1'])
    }
  })
})
