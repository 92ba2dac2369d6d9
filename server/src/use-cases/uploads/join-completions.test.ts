import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import { expect, test } from 'vitest'
import { joinCompletions } from './join-completions.ts'

const upload: contract.Upload = {
  id: 'u',
  status: 'READY',
  contentType: 'image/png',
  sizeBytes: 200,
  width: 40,
  height: 30,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:15:00.000Z',
  verifiedAt: '2026-01-01T00:00:01.000Z',
  error: null,
}

/** Completions that end when the test says so. */
function start() {
  const runs: {
    readonly of: string
    readonly resolve: (upload: contract.Upload) => void
    readonly reject: (error: unknown) => void
  }[] = []
  const complete = joinCompletions(
    (accountId, uploadId) =>
      new Promise((resolve, reject) => {
        runs.push({ of: `${accountId}/${uploadId}`, resolve, reject })
      }),
  )
  return { complete, runs }
}

const notReceived = new ServiceError('UPLOAD_NOT_RECEIVED')

test('a thousand completions of one upload at once are one run, and a later one is another', async () => {
  const { complete, runs } = start()
  const calls = Array.from({ length: 1_000 }, () => complete('a', 'u'))
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(upload)
  expect(new Set(await Promise.all(calls)).size).toBe(1)
  void complete('a', 'u')
  expect(runs).toHaveLength(2)
})

test('completions of other uploads, and of other accounts, are runs of their own', () => {
  const { complete, runs } = start()
  void complete('a', 'u')
  void complete('a', 'v')
  void complete('b', 'u')
  expect(runs.map((run) => run.of)).toEqual(['a/u', 'a/v', 'b/u'])
})

test('a call that comes during a run which misses the file is answered by one that began after it', async () => {
  const { complete, runs } = start()
  const first = complete('a', 'u')
  const later = Array.from({ length: 100 }, () => complete('a', 'u'))
  runs[0]?.reject(notReceived)
  await expect(first).rejects.toBe(notReceived)
  await new Promise((resolve) => setImmediate(resolve))
  expect(runs).toHaveLength(2)
  runs[1]?.resolve(upload)
  expect(await Promise.all(later)).toEqual(Array(100).fill(upload))
})

test('an outage is the answer to all that are joined: nothing is tried again for each of them', async () => {
  const { complete, runs } = start()
  const calls = Array.from({ length: 100 }, () => complete('a', 'u'))
  const outage = new Error('away')
  runs[0]?.reject(outage)
  for (const call of calls) await expect(call).rejects.toBe(outage)
  expect(runs).toHaveLength(1)
})
