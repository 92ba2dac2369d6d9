import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exitCodes } from '../src/exit-codes.js'
import { png, setStage } from './support/command.ts'

/** A stage that keeps what was sent, and an image. */
async function watchedStage() {
  const sent: { method: string; path: string; body: unknown; headers: Headers }[] = []
  const stage = await setStage({
    async respond(request, service) {
      const body = request.method === 'POST' ? await request.clone().json() : undefined
      const { method, headers } = request
      sent.push({ method, path: new URL(request.url).pathname, body, headers })
      return service.handle(request)
    },
  })
  await writeFile(join(stage.folder, 'photo.png'), png)
  const changing = () => sent.filter(({ method }) => !['GET', 'HEAD'].includes(method))
  return { ...stage, changing }
}

test('--dry-run prints the request and the price, sends nothing that costs or changes, and needs no key', async () => {
  const { run, changing, env, service } = await watchedStage()
  const words = ['image', 'a castle', '--resolution', '4k', '--idempotency-key', 'k1', '--cancel-after', '60']
  const { code, output, words: said } = await run([...words, '--dry-run'], { env: { MEDIAGEN_API_KEY: '' } })
  expect([code, said]).toEqual([0, 'Nothing was sent\n'])
  const lines = output.trimEnd().split('\n')
  expect(lines[0]).toBe(`POST ${env.MEDIAGEN_BASE_URL}/api/v1/images/generations`)
  expect(lines).toContain('idempotency-key: k1')
  expect(lines).toContain('cancel-after: 60')
  expect(JSON.parse(lines.at(-2) ?? '')).toEqual({ prompt: 'a castle', resolution: '4k' })
  expect(lines.at(-1)).toMatch(/^0\.\d+ USD$/)
  expect(output).not.toContain('authorization')
  expect([changing(), service.taskCount()]).toEqual([[], 0])
})

test.each([
  ['image', 'a fox', '-n', '3', '--idempotency-key', 'k'],
  ['transform', 'asset:a1', '--effect', 'watercolour'],
  ['video', 'waves', '--duration', '7', '--idempotency-key', 'k', '-a', '21:9'],
])('--dry-run prints what %s %s really sends', async (...words) => {
  const { run, changing } = await watchedStage()
  const printed = (await run([...words, '--dry-run', '--json'])).output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).request)
  await run([...words, '--detach'])
  const sent = changing()
  expect(printed).toHaveLength(sent.length)
  for (const { url, body, headers } of printed) {
    const key = headers['idempotency-key']
    const same = sent.find((one) => key === undefined || one.headers.get('idempotency-key') === key)
    expect(same).toMatchObject({ path: new URL(url).pathname, body })
    for (const [name, value] of Object.entries(headers)) expect(same?.headers.get(name)).toBe(value)
  }
})

test('--dry-run does not upload the image, and says which it would', async () => {
  const { run, changing } = await watchedStage()
  const { output } = await run(['animate', 'photo.png', '--effect', 'push-in', '--dry-run', '--json'])
  expect(JSON.parse(output)).toMatchObject({
    upload: 'photo.png',
    request: { method: 'POST', body: { assetId: '(the upload of photo.png)', effectId: 'push-in' } },
    price: { product: 'video.transform', currency: 'USD' },
  })
  expect(changing()).toEqual([])
})

test.each([
  [exitCodes.usage, ['transform', 'missing.png', '--effect', 'watercolour']],
  [exitCodes.usage, ['transform', 'photo.png', '--effect', 'watercolor']],
  [exitCodes.usage, ['image', 'a fox', '-o', 'missing/fox.png']],
  [exitCodes.usage, ['image', 'a fox', '--estimate']],
  [exitCodes.usage, ['image', 'a fox', '-n', '2', '--idempotency-key', 'k'.repeat(128)]],
  [exitCodes.costLimit, ['image', 'a fox', '-n', '9', '--max-cost', '0.03']],
])('--dry-run ends with %i where the command would: %j', async (code, words) => {
  const { run, changing } = await watchedStage()
  expect((await run([...words, '--dry-run'])).code).toBe(code)
  expect(changing()).toEqual([])
})
