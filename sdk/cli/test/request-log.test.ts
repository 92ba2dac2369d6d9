import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setStage } from './support/command.ts'

const key = 'mg_a-key-that-nobody-may-read'

test('--log adds a line for each try to a file that others cannot read, without the key', async () => {
  const { run, service, folder } = await setStage()
  service.faults.respondWith('SERVICE_UNAVAILABLE')
  const env = { MEDIAGEN_API_KEY: key }
  await run(['balance', '--log', 'requests.log'], { env })
  await run(['image', 'a fox', '--log', 'requests.log', '--quiet'], { env })
  const log = await readFile(join(folder, 'requests.log'), 'utf8')
  const lines = log.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^\d{4}-\S+Z GET http\S+\/api\/v1\/me try 1 503 \S+ \d+ ms$/)
  expect(lines[1]).toMatch(/\/me try 2 200 \S+ \d+ ms$/)
  expect(lines[2]).toMatch(/POST \S+\/images\/generations try 1 200 /)
  expect(lines.filter((line) => /GET \S+\/files\/results\/task1 try 1 200/.test(line))).toHaveLength(1)
  expect(log).not.toContain(key)
  // Nor the signature of a link.
  expect(log).not.toContain('?')
  expect((await stat(join(folder, 'requests.log'))).mode & 0o777).toBe(0o600)
})

test('--log - writes the lines to standard error, those of tries without a response too', async () => {
  const { run } = await setStage({ respond: async () => undefined })
  const { words, output } = await run(['image', 'a fox', '--log', '-'])
  const tries = words.split('\n').filter((line) => /POST \S+ try \d no response/.test(line))
  expect([tries.length, output]).toEqual([5, ''])
})
