import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesOfDocument, rerunOnChange } from './watch.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a change of a file that the contract refers to runs again', async () => {
  const entry = join(folder, 'openapi.yaml')
  const shared = join(folder, 'shared.yaml')
  await writeFile(entry, "paths:\n  /a: { $ref: './shared.yaml#/a' }\n")
  await writeFile(shared, 'a: {}\n')
  expect(filesOfDocument(entry)).toEqual([entry, shared])

  const ending = new AbortController()
  let runs = 0
  await rerunOnChange(
    () => filesOfDocument(entry),
    async () => {
      runs += 1
      if (runs === 1) await writeFile(shared, 'a: { get: {} }\n')
      else ending.abort()
    },
    ending.signal,
  )
  expect(runs).toBe(2)
})
