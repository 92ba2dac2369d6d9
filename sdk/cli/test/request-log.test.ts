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

test('--log has a line for each poll of an outage, and none twice', async () => {
  let polls = 0
  const isLost = (url: string) => /\/tasks\/[^/]+$/.test(url) && ++polls <= 2
  const { run } = await setStage({
    respond: async (request, service) => (isLost(request.url) ? undefined : service.handle(request)),
  })
  const { words } = await run(['image', 'a fox', '--log', '-', '--quiet'])
  const seen = words.match(/(?<=\/tasks\/\S+ try 1 )(no response: .|no response|\d+)/g)
  expect(seen?.slice(0, 3).map((one) => one.slice(0, 12))).toEqual(['no response:', 'no response:', '200'])
  expect(seen).toHaveLength(polls)
})

test('--log has a line for each try of several orders at once, of which one is rejected', async () => {
  let retry = () => {}
  const retried = new Promise<void>((resolve) => {
    retry = resolve
  })
  let orders = 0
  const { run } = await setStage({
    async respond(request, service) {
      if (request.method !== 'POST') return service.handle(request)
      orders += 1
      if (orders === 4) retry()
      if (orders === 2) return Response.json({}, { status: 503 })
      if (orders === 3) await retried
      return service.handle(request)
    },
  })
  const { words } = await run(['image', 'a fox', 'an owl', 'a bee', '--log', '-', '--quiet'])
  const seen = words.match(/(?<=POST \S+ )try \d (no response|\d+)/g)
  expect(seen?.toSorted()).toEqual(['try 1 200', 'try 1 200', 'try 1 503', 'try 2 200'])
})
