import { afterEach, expect, test, vi } from 'vitest'
import { createReach } from './reach.ts'

afterEach(() => vi.unstubAllGlobals())

test('tells of each change of whether the service is met, and of nothing that others answer', async () => {
  const answers: (Response | Error)[] = []
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer
  })
  const { fetch, subscribe, isMet } = createReach('http://service')
  const changes: boolean[] = []
  subscribe(() => changes.push(isMet()))
  const ask = (address: string, answer: Response | Error, signal?: AbortSignal) => {
    answers.push(answer)
    return fetch(address, signal && { signal }).catch(() => undefined)
  }
  await ask('http://store/file', new TypeError('no'))
  await ask('http://service/me', new TypeError('given up'), AbortSignal.abort())
  await ask('http://service/me', Response.json({}, { status: 503 }))
  expect(changes).toEqual([])
  await ask('http://service/me', new TypeError('no'))
  await ask('http://service/me', Response.json({}, { status: 502 }))
  await ask('http://service/me', Response.json({}))
  expect(changes).toEqual([false, true])
})
