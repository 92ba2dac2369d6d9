import { describe, expect, test } from 'vitest'
import { historyLength, loadHistory, saveHistory } from './history.ts'
import type { Job } from './job.ts'

const scope = 'http://127.0.0.1:3000 account-1'

function jobOf(id: string, changes: Partial<Job> = {}): Job {
  const saved = {
    id,
    status: 'QUEUED',
    createdAt: '2026-03-14T09:26:53.589Z',
    idempotencyKey: 'key',
    replayed: false,
    pricingInput: { product: 'image.transform' },
  } as const
  return {
    key: id,
    product: 'image.transform',
    request: { effectId: 'linocut' },
    inputUrl: 'data:image/jpeg;base64,AAAA',
    createdAt: saved.createdAt,
    price: '0.03 USD',
    effectName: 'Linocut',
    state: { kind: 'accepted', saved, task: undefined, problem: undefined },
    ...changes,
  }
}

/** A browser's storage that holds so many characters. */
function storageOf(charactersMax = Number.POSITIVE_INFINITY) {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem(name: string, value: string) {
      if (value.length > charactersMax) throw new DOMException('full', 'QuotaExceededError')
      values.set(name, value)
    },
  }
}

describe('the history of a browser', () => {
  test('gives back the accepted jobs of the same account, and what became of them is asked anew', () => {
    const storage = storageOf()
    const sending = jobOf('none', { state: { kind: 'sending' } })
    saveHistory(storage, scope, [sending, jobOf('one'), jobOf('two')])
    expect(loadHistory(storage, scope)).toEqual([jobOf('one'), jobOf('two')])
    expect(loadHistory(storage, 'http://127.0.0.1:3000 account-2')).toEqual([])
  })

  test('keeps the newest, and no address of a page that is gone', () => {
    const storage = storageOf()
    const jobs = Array.from({ length: historyLength + 5 }, (_, index) =>
      jobOf(String(index), { inputUrl: 'blob:x' }),
    )
    saveHistory(storage, scope, jobs)
    const loaded = loadHistory(storage, scope)
    expect(loaded.map(({ key }) => key)).toEqual(jobs.slice(0, historyLength).map(({ key }) => key))
    expect(loaded.every(({ inputUrl }) => inputUrl === undefined)).toBe(true)
  })

  test('gives up its images where there is no space for them, then all of it, and never fails', () => {
    const image = `data:image/jpeg;base64,${'A'.repeat(5_000)}`
    const small = storageOf(4_000)
    saveHistory(small, scope, [jobOf('one', { inputUrl: image })])
    expect(loadHistory(small, scope)).toEqual([jobOf('one', { inputUrl: undefined })])
    expect(() => saveHistory(storageOf(0), scope, [jobOf('one')])).not.toThrow()
  })

  test.each(['{', 'null', '{"0":1}', '[null, 1, {"saved":{}}, {"saved":{"id":1}}]'])(
    'is empty where the storage has %s',
    (text) => {
      expect(loadHistory({ getItem: () => text }, scope)).toEqual([])
    },
  )

  test('takes no image that leads out of the page', () => {
    const entry = {
      ...jobOf('one'),
      saved: { id: 'one', status: 'QUEUED', createdAt: 'x', pricingInput: {} },
    }
    const text = JSON.stringify([{ ...entry, image: 'https://elsewhere.example/x.png' }])
    expect(loadHistory({ getItem: () => text }, scope)[0]?.inputUrl).toBeUndefined()
  })
})
