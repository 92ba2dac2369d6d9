import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../src/exit-codes.js'
import { png, setStage } from './support/command.ts'

const linesOf = (output: string) => output.trimEnd().split('\n').sort()
/** The objects of `--json`, by the keys of their generations. */
const documentsOf = (output: string): object[] =>
  linesOf(output)
    .map((line) => JSON.parse(line))
    .sort((one, other) => (one.idempotencyKey < other.idempotencyKey ? -1 : 1))

describe('several prompts', () => {
  test('become one task each, whose paths are printed', async () => {
    const { run, folder, service } = await setStage()
    const { code, output, words } = await run(['image', 'a red fox', 'an owl at dusk', '-n', '2'])
    expect([code, linesOf(output)]).toEqual([0, ['task1.png', 'task2.png', 'task3.png', 'task4.png']])
    expect((await readdir(folder)).sort()).toEqual(linesOf(output))
    expect(words).toContain('1/4 a red fox: saved')
    expect(words).toContain('4/4 an owl at dusk: saved')
    expect(service.balance()).toBe('99.92')
  })

  test('are read from a file or from standard input, one a line', async () => {
    const { run, folder, service } = await setStage()
    await writeFile(join(folder, 'prompts.txt'), 'fox\n\n  an owl at dusk \r\n')
    expect(linesOf((await run(['image', '--file', 'prompts.txt', '--detach'])).output)).toEqual([
      'task1',
      'task2',
    ])
    const input = Buffer.from('waves on a beach\n')
    expect((await run(['video', '--file', '-'], { input })).output).toBe('task3.mp4\n')
    expect(service.taskCount()).toBe(3)
  })

  test('share one upload of the image', async () => {
    const uploads: string[] = []
    const { run, folder } = await setStage({
      async respond(request, service) {
        if (request.method === 'PUT') uploads.push(request.url)
        return service.handle(request)
      },
    })
    await writeFile(join(folder, 'photo.png'), png)
    const { code, output } = await run(['transform', 'photo.png', 'in the morning', 'in the evening'])
    expect([code, linesOf(output).length, uploads.length]).toEqual([0, 2, 1])
  })

  test('are priced, and limited by --max-cost, together', async () => {
    const { run, service } = await setStage()
    const two = ['image', 'a red fox', 'an owl at dusk']
    expect((await run([...two, '--estimate'])).output).toBe('0.04 USD\n')
    expect((await run([...two, '-n', '5', '--estimate'])).output).toBe('0.20 USD\n')
    const rejected = await run([...two, '--max-cost', '0.03'])
    expect([rejected.code, service.taskCount()]).toEqual([exitCodes.costLimit, 0])
    expect(rejected.words).toContain('The price is 0.04 USD, more than --max-cost 0.03; nothing was sent')
  })

  test('with a key make the same tasks again, and no other', async () => {
    const { run, service } = await setStage()
    const words = ['image', 'a red fox', '-n', '2', '--idempotency-key', 'cover', '--json']
    expect(documentsOf((await run(words)).output)).toMatchObject([
      { idempotencyKey: 'cover-1', replayed: false, prompt: 'a red fox', files: [{ path: 'task1.png' }] },
      { idempotencyKey: 'cover-2', replayed: false },
    ])
    expect(documentsOf((await run(words)).output)).toMatchObject([{ replayed: true }, { replayed: true }])
    expect(service.taskCount()).toBe(2)
  })

  test('that fail end no other, and the first failure gives the exit code', async () => {
    const { run, service } = await setStage()
    service.faults.failTasks('GENERATION_FAILED')
    const { code, output, words } = await run(['image', 'a red fox', 'an owl at dusk', '--json'])
    expect(code).toBe(exitCodes.taskFailed)
    const generations = documentsOf(output)
    expect(generations.filter((one: object) => 'files' in one)).toHaveLength(1)
    expect(generations.filter((one: object) => 'error' in one)).toHaveLength(1)
    expect(words).toContain('mediagen: 1 of 2 generations failed.\n')
  })

  test('are not sent on once the balance is used up', async () => {
    const { run, service } = await setStage({ balance: '0.03' })
    const { code, output, words } = await run(['image', 'a red fox', '-n', '20'])
    expect([code, linesOf(output), service.taskCount()]).toEqual([
      exitCodes.insufficientBalance,
      ['task1.png'],
      1,
    ])
    expect(words).toContain('19 of 20 generations failed')
  })

  test('are left running by Ctrl-C, with the command that resumes each', async () => {
    const { start, service } = await setStage({ queuedMs: 100_000 })
    const waiting = start(['image', 'a red fox', 'an owl at dusk'])
    await waiting.said('1/2 a red fox: queued')
    await waiting.said('2/2 an owl at dusk: queued')
    waiting.kill('SIGINT')
    const { code, words } = await waiting.ended
    expect([code, service.taskCount()]).toEqual([exitCodes.interrupted, 2])
    expect(words).toContain('Resume with: mediagen tasks wait task1\n')
    expect(words).toContain('Resume with: mediagen tasks wait task2\n')
  })
})

test('an unknown effect is rejected before the image is uploaded', async () => {
  const sent: string[] = []
  const { run, folder } = await setStage({
    async respond(request, service) {
      sent.push(`${request.method} ${new URL(request.url).pathname}`)
      return service.handle(request)
    },
  })
  await writeFile(join(folder, 'photo.png'), png)
  const unknown = await run(['transform', 'photo.png', '--effect', 'watercolor'])
  expect([unknown.code, sent]).toEqual([exitCodes.usage, ['GET /api/v1/effects']])
  expect(unknown.words).toContain('There is no effect watercolor; did you mean watercolour?')
  const other = await run(['animate', 'photo.png', '--effect', 'watercolour'])
  expect([other.code, other.words]).toEqual([
    exitCodes.usage,
    expect.stringContaining('The effect watercolour is for images; "mediagen effects --surface video"'),
  ])
})

test('prices prints each command by resolution, and needs no key', async () => {
  const { run } = await setStage()
  const { code, output } = await run(['prices'], { env: { MEDIAGEN_API_KEY: '' } })
  expect(code).toBe(0)
  expect(output).toMatch(/^image +1k +0\.02 +image$/m)
  expect(output).toMatch(/^animate +fhd +\d\.\d+ +second$/m)
  expect(JSON.parse((await run(['prices', '--json'])).output)).toMatchObject({ currency: 'USD' })
})
