import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Mediagen } from '@mediagen/sdk'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../src/exit-codes.js'
import { type EndedCommand, png, type Stage, setStage } from './support/command.ts'

/** The JSON error of a failure, whose exit code must match that of the process. */
function errorOf({ code, output }: EndedCommand) {
  const { error } = JSON.parse(output)
  expect(error.exitCode).toBe(code)
  return error
}

describe('an invalid command', () => {
  test.each([
    [['imagee', 'a fox'], 'Did you mean image?'],
    [['image'], 'Give a prompt in quotes, or --file'],
    [['image', 'a', 'fox', 'in', 'snow'], 'put it in quotes, "a fox in snow"'],
    [['transform', 'photo.png', 'warm', 'evening light'], 'put it in quotes, "warm evening light"'],
    [['upload', 'my', 'photo.png'], 'Put quotes around an argument with spaces'],
    [['image', ' '.repeat(3), '--file', 'prompts.txt'], 'Give prompts or --file, not both'],
    [['image', '--file', 'nowhere.txt'], 'nowhere.txt cannot be read'],
    [['image', 'x'.repeat(2001)], 'at most 2000 characters; this one has 2001'],
    [['image', 'a fox', '--negative-prompt', 'x'.repeat(1001)], 'at most 1000 characters'],
    [['image', 'a fox', '-n', '0'], 'Allowed are 1 to 1000.'],
    [['image', 'a fox', 'an owl', '-n', '501'], 'at most 1000 results'],
    [['image', 'a fox', '-n', '2', '-o', 'fox.png'], '2 results need a folder'],
    [['image', 'a fox', '-n', '2', '-o', '-'], 'cannot share standard output'],
    [['image', 'a fox', '--log', 'nowhere/requests.log'], 'The log cannot be written'],
    [['image', 'a fox', '--resolution', '8k'], 'Allowed choices are 1k, 2k, 4k.'],
    [['image', 'a fox', '--max-cost', '0,50'], 'an amount such as 0.50'],
    [['image', 'a fox', '--timeout', 'long'], 'a number of seconds'],
    [['image', 'a fox', '--idempotency-key', ''], '1 to 128 characters'],
    [['image', 'a fox', '-o', 'nowhere/out.png'], 'There is no folder nowhere'],
    [['image', 'a fox', '-o', '-', '--json'], 'both use standard output'],
    [['image', 'a fox', '--detach', '--estimate'], 'cannot be used with'],
    [['image', 'a fox', '--base-url', 'localhost:3000'], 'must be an http(s) address, not "localhost:3000"'],
    [['image', 'a fox', '--base-url', 'ftp://me:hunter2@media.test'], 'not "ftp://***@media.test"'],
    [['video', 'waves', '-d', '3', '--estimate'], 'Allowed are 4 to 15 seconds.'],
    [['video', 'waves', '-d', '16'], 'Allowed are 4 to 15 seconds.'],
    [['animate', 'photo.png'], "Required option '-e, --effect <id>'"],
    [['animate', 'photo.png', '-e', 'push-in', '-d', '6'], 'Allowed are 5 and 8.'],
    [['transform', 'photo.png'], 'Give a prompt, an --effect, or both'],
    [['transform', 'nowhere.png', '-e', 'watercolour'], 'nowhere.png cannot be read'],
    [['tasks'], 'Usage: mediagen tasks'],
  ])('ends with 2 before anything is sent: %j', async (args, complaint) => {
    const { run, service } = await setStage()
    const ended = await run(args)
    expect([ended.code, service.taskCount()]).toEqual([exitCodes.usage, 0])
    expect(ended.words).toContain(complaint)
  })

  test('ends with 2 for a malformed key', async () => {
    const { run } = await setStage()
    const { code, words } = await run(['balance'], { env: { MEDIAGEN_API_KEY: 'mg_clé\u0001' } })
    expect(code).toBe(exitCodes.usage)
    expect(words).toMatch(/^mediagen: .*MEDIAGEN_API_KEY.*\.\n$/)
  })

  test('prints a JSON error with --json', async () => {
    const { run } = await setStage()
    expect(errorOf(await run(['image', 'a fox', '-r', '8k', '--json']))).toMatchObject({
      name: 'UsageError',
      exitCode: 2,
    })
  })

  test('ends with 2 if the service rejects the request, and names the field', async () => {
    const { run, service } = await setStage()
    service.faults.respondWith('INVALID_REQUEST')
    const ended = await run(['image', 'a fox', '--json'])
    expect(ended.code).toBe(exitCodes.usage)
    expect(errorOf(ended)).toMatchObject({
      name: 'InvalidRequestError',
      details: [{ path: expect.any(String) }],
    })
  })
})

describe('every kind of failure has an exit code of its own', () => {
  const cases: [keyof typeof exitCodes, string, string[], (stage: Stage) => unknown][] = [
    [
      'unauthenticated',
      'AuthenticationError',
      ['balance'],
      ({ env }) => Object.assign(env, { MEDIAGEN_API_KEY: '' }),
    ],
    [
      'insufficientBalance',
      'InsufficientBalanceError',
      ['video', 'waves', '-d', '15', '-r', '1080p'],
      () => undefined,
    ],
    ['costLimit', 'CostLimitError', ['image', 'a fox', '--max-cost', '0.01'], () => undefined],
    [
      'fileRejected',
      'UploadRejectedError',
      ['upload', 'text.png'],
      ({ folder }) => writeFile(join(folder, 'text.png'), 'no picture at all, '.repeat(10)),
    ],
    ['notFound', 'NotFoundError', ['tasks', 'get', 'nothing'], () => undefined],
    ['notFound', 'NotFoundError', ['tasks', 'wait', 'nothing'], () => undefined],
    [
      'conflict',
      'IdempotencyConflictError',
      ['image', 'a bear', '--idempotency-key', 'k1'],
      ({ run }) => run(['image', 'a fox', '--idempotency-key', 'k1', '--detach']),
    ],
    [
      'conflict',
      'TaskNotCancellableError',
      ['tasks', 'cancel', 'task1'],
      ({ run }) => run(['image', 'a fox', '--detach']),
    ],
    ['rateLimited', 'RateLimitError', ['image', 'a fox'], ({ service }) => service.faults.rateLimit(1, 3600)],
    [
      'taskFailed',
      'TaskFailedError',
      ['image', 'a fox'],
      ({ service }) => service.faults.failTasks('INVALID_INPUT'),
    ],
  ]
  test.each(cases)('%s: %s', async (name, errorName, args, prepare) => {
    const stage = await setStage({ balance: '0.05' })
    await prepare(stage)
    const ended = await stage.run([...args, '--json'])
    expect(ended.code).toBe(exitCodes[name])
    expect(errorOf(ended).name).toBe(errorName)
    expect(ended.words).toMatch(/^mediagen: \w/m)
  })

  test.each([
    ['rateLimited', 'TooManyOpenUploadsError', { openUploadsMax: 1 }],
    ['storageFull', 'StorageLimitError', { keptUploadsBytesMax: 0 }],
  ] as const)('of an upload, %s: %s', async (name, errorName, bounds) => {
    const { run, folder, service } = await setStage(bounds)
    await new Mediagen({ ...service, apiKey: 'any' }).uploads
      .create({ contentType: 'image/png' })
      .catch((error: Error) => expect(error.name).toBe(errorName))
    await writeFile(join(folder, 'photo.png'), png)
    const ended = await run(['upload', 'photo.png', '--json'])
    expect(ended.code).toBe(exitCodes[name])
    expect(errorOf(ended).name).toBe(errorName)
  })

  test('an image is not uploaded if its transformation would cost more than --max-cost', async () => {
    const paths: string[] = []
    const { run, folder } = await setStage({
      async respond(request, service) {
        paths.push(new URL(request.url).pathname)
        return service.handle(request)
      },
    })
    await writeFile(join(folder, 'photo.png'), png)
    const ended = await run(['transform', 'photo.png', '-e', 'watercolour', '--max-cost', '0.000001'])
    expect(ended.code).toBe(exitCodes.costLimit)
    expect(paths.sort()).toEqual(['/api/v1/effects', '/api/v1/effects', '/api/v1/pricing'])
  })

  test('taskCancelled: another process cancelled the task during the wait', async () => {
    const { run, start } = await setStage({ queuedMs: 20_000 })
    const waiting = start(['image', 'a fox', '--json'])
    await waiting.said('task1: queued')
    await run(['tasks', 'cancel', 'task1'])
    const ended = await waiting.ended
    expect([ended.code, errorOf(ended).name]).toEqual([exitCodes.taskCancelled, 'TaskCancelledError'])
  })

  test('waitTimeout: it prints how to resume, and the task goes on', async () => {
    const { run } = await setStage({ queuedMs: 1000 })
    const ended = await run(['image', 'a fox', '--timeout', '1', '--json', '-o', 'fox.png'])
    expect(ended.code).toBe(exitCodes.waitTimeout)
    expect(errorOf(ended)).toMatchObject({ name: 'WaitTimeoutError', taskId: 'task1' })
    expect(ended.words).toContain('Resume with: mediagen tasks wait task1 -o fox.png')
    expect((await run(['tasks', 'get', 'task1'])).output).toBe('QUEUED\n')
  })

  test('waitTimeout: it prints why the polls failed', async () => {
    const { run } = await setStage()
    const ended = await run(['tasks', 'wait', 'task1', '--timeout', '1', '--base-url', 'http://127.0.0.1:9'])
    expect(ended.code).toBe(exitCodes.waitTimeout)
    expect(ended.words).toMatch(
      /its status is not known, and continues\.\n {2}The last poll failed: GET http\S+ got no response: /,
    )
  })

  test('notFound: the result is no longer kept, and there is nothing to resume', async () => {
    const { run, service } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    service.removeResult('task1')
    const ended = await run(['tasks', 'wait', 'task1', '--json'])
    expect(ended.code).toBe(exitCodes.notFound)
    expect(errorOf(ended)).toMatchObject({
      name: 'ResultRemovedError',
      code: 'RESULT_EXPIRED',
      removedAt: expect.any(String),
      taskId: 'task1',
    })
    expect(ended.words).not.toContain('Resume')
    expect((await run(['tasks', 'get', 'task1'])).output).toMatch(/^SUCCEEDED RESULT_EXPIRED \d{4}-/)
  })

  test('notSaved: the service keeps the result', async () => {
    let isRejected = true
    const { run } = await setStage({
      async respond(request, service) {
        const isResult = request.url.includes('/files/results/')
        return isResult && isRejected ? new Response(null, { status: 403 }) : service.handle(request)
      },
    })
    const ended = await run(['image', 'a fox', '-o', 'out.png', '--json'])
    expect(ended.code).toBe(exitCodes.notSaved)
    expect(errorOf(ended)).toMatchObject({ taskId: 'task1' })
    isRejected = false
    expect((await run(['tasks', 'wait', 'task1', '-o', 'other.png'])).output).toBe('other.png\n')
  })

  test('unavailable: the service responds with 503', async () => {
    const { run, service } = await setStage()
    service.faults.respondWith('SERVICE_UNAVAILABLE', 5)
    expect((await run(['balance'])).code).toBe(exitCodes.unavailable)
  })

  test('submitAmbiguous: the printed advice leads to one task', async () => {
    const { run, service, folder } = await setStage()
    service.faults.dropAfterAccept(5)
    await writeFile(join(folder, 'photo.png'), png)
    const ended = await run(['transform', 'photo.png', '-e', 'watercolour', '--json'])
    expect(ended.code).toBe(exitCodes.submitAmbiguous)
    const { idempotencyKey, assetId } = errorOf(ended)
    expect(ended.words).toContain(`--idempotency-key ${idempotencyKey} and asset:${assetId} as the image`)
    const again = ['transform', `asset:${assetId}`, '-e', 'watercolour', '--idempotency-key', idempotencyKey]
    expect(await run(again)).toMatchObject({
      code: 0,
      words: expect.stringContaining('by an earlier request'),
    })
    expect(service.taskCount()).toBe(1)
  })
})
