import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../src/exit-codes.js'
import { png, type Stage, setStage } from './support/command.ts'

const resultOf = (id: string) => `the result of ${id}`

async function stageWithImage(): Promise<Stage> {
  const stage = await setStage()
  await writeFile(join(stage.folder, 'photo.png'), png)
  return stage
}

describe('mediagen image', () => {
  test('saves the image to the given path and prints only that path', async () => {
    const { run, folder, service } = await setStage()
    const { code, output, words } = await run(['image', 'a lighthouse in a storm', '-o', 'out.png'])
    expect([code, output]).toEqual([0, 'out.png\n'])
    expect(await readFile(join(folder, 'out.png'), 'utf8')).toContain(resultOf('task1'))
    expect(words).toContain(
      'Task task1 was accepted\ntask1: queued\ntask1: succeeded\ntask1: saved\n0.02 USD charged\n',
    )
    expect(service.balance()).toBe('99.98')
  })

  test('names the file after the task, in the working directory or in the given folder', async () => {
    const { run, folder } = await setStage()
    expect((await run(['image', 'a fox'])).output).toBe('task1.png\n')
    const { output } = await run(['image', 'a fox', '-o', folder, '--quiet'])
    expect(output).toBe(`${join(folder, 'task2.png')}\n`)
    expect((await readdir(folder)).sort()).toEqual(['task1.png', 'task2.png'])
  })

  test('belongs to the trace that TRACEPARENT names', async () => {
    const traces: (string | null)[] = []
    const { run } = await setStage({
      async respond(request, service) {
        if (request.method === 'POST') traces.push(request.headers.get('traceparent'))
        return service.handle(request)
      },
    })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    expect((await run(['image', 'a fox'], { env: { TRACEPARENT: traceparent } })).code).toBe(0)
    expect((await run(['image', 'a fox'], { env: { TRACEPARENT: 'no trace' } })).code).toBe(0)
    expect(traces).toEqual([traceparent, null])
  })

  test('writes inside the folder whatever the task id', async () => {
    const id = '../../out'
    const { run, folder } = await setStage({
      async respond(request, service) {
        const asked = new URL(request.url)
        asked.pathname = asked.pathname.replace(encodeURIComponent(id), 'task1')
        const response = await service.handle(new Request(asked, request))
        if (!asked.pathname.startsWith('/api/') || response === undefined) return response
        return Response.json(JSON.parse((await response.text()).replace('"id":"task1"', `"id":"${id}"`)))
      },
    })
    expect((await run(['image', 'a fox'])).output).toBe('______out.png\n')
    expect(await readdir(folder)).toEqual(['______out.png'])
  })

  test('sends every option as a field of the request', async () => {
    const requests: unknown[] = []
    const { run } = await setStage({
      async respond(request, service) {
        if (request.method === 'POST') requests.push(await request.clone().json())
        return service.handle(request)
      },
    })
    const words = ['--negative-prompt', 'snow', '--resolution', '2k', '--aspect-ratio', '16:9']
    expect((await run(['image', 'a fox', ...words])).code).toBe(0)
    expect(requests).toEqual([
      { prompt: 'a fox', negativePrompt: 'snow', resolution: '2k', aspectRatio: '16:9' },
    ])
  })

  test('with --json prints one document with task, key, cost and file, and its messages on standard error', async () => {
    const { run } = await setStage()
    const { output, words } = await run([
      'image',
      'a fox',
      '--json',
      '-o',
      'fox.png',
      '--idempotency-key',
      'k1',
    ])
    expect(JSON.parse(output)).toMatchObject({
      id: 'task1',
      status: 'SUCCEEDED',
      idempotencyKey: 'k1',
      replayed: false,
      pricingInput: { product: 'image.generate' },
      cost: { amount: '0.02', currency: 'USD', state: 'charged' },
      files: [{ path: 'fox.png', contentType: 'image/png', sizeBytes: expect.any(Number) }],
    })
    expect(words).toContain('was accepted')
  })

  test('writes the image itself to standard output with -o -', async () => {
    const { run, folder } = await setStage()
    expect((await run(['image', 'a fox', '-o', '-'])).output).toContain(resultOf('task1'))
    expect(await readdir(folder)).toEqual([])
  })

  test('prints only the result with --quiet', async () => {
    const { run } = await setStage()
    expect(await run(['image', 'a fox', '--quiet', '-o', 'fox.png'])).toMatchObject({
      output: 'fox.png\n',
      words: '',
    })
  })

  test('with --estimate prints the price, generates nothing and needs no key', async () => {
    const { run, service } = await setStage()
    const words = ['image', 'a fox', '--resolution', '4k', '--estimate']
    expect((await run(words, { env: { MEDIAGEN_API_KEY: '' } })).output).toMatch(/^0\.\d+ USD\n$/)
    expect(JSON.parse((await run([...words, '--json'])).output)).toMatchObject({
      tier: '4k',
      currency: 'USD',
    })
    expect(service.taskCount()).toBe(0)
  })

  test('with --detach exits once the task is accepted, and tasks wait resumes', async () => {
    const { run } = await setStage()
    const { output, words } = await run(['image', 'a fox', '--detach', '-o', 'my fox.png'])
    expect(output).toBe('task1\n')
    expect(words).toContain("Wait for it with: mediagen tasks wait task1 -o 'my fox.png'")
    expect((await run(['tasks', 'wait', 'task1', '-o', 'my fox.png'])).output).toBe('my fox.png\n')
  })

  test('that may have been accepted says how to ask again, by its own options and not by those of the SDK', async () => {
    const { run } = await setStage()
    const { code, words } = await run(['image', 'mock: lost'])
    expect(code).toBe(exitCodes.submitAmbiguous)
    expect(words).toContain('Not known whether the generation was accepted')
    expect(words).toContain('Run it again with --idempotency-key')
    expect(words).not.toMatch(/retry\(\)|baseUrl/)
  })

  test('makes one task of two runs with the same key', async () => {
    const { run, service } = await setStage()
    const words = ['image', 'a fox', '--idempotency-key', 'order-1', '--json', '--detach']
    expect(JSON.parse((await run(words)).output).replayed).toBe(false)
    expect(JSON.parse((await run(words)).output).replayed).toBe(true)
    expect([service.taskCount(), service.balance()]).toEqual([1, '99.98'])
  })
})

describe('mediagen transform', () => {
  test('uploads the file, shows its progress and saves the result', async () => {
    const { run, folder } = await stageWithImage()
    const { code, words } = await run([
      'transform',
      'photo.png',
      'warmer',
      '-e',
      'watercolour',
      '-o',
      'out.jpg',
    ])
    expect([code, words]).toEqual([0, expect.stringContaining('upload: sending\nupload: done\n')])
    expect(await readdir(folder)).toContain('out.jpg')
  })

  test('reads the input image from standard input', async () => {
    const { run } = await setStage()
    expect(await run(['transform', '-', '-e', 'watercolour'], { input: png })).toMatchObject({ code: 0 })
  })
})

describe('mediagen video and mediagen animate', () => {
  test('cost by the second and save a video', async () => {
    const { run } = await stageWithImage()
    const estimate = async (...words: string[]) =>
      JSON.parse((await run([...words, '--estimate', '--json'])).output)
    expect(await estimate('video', 'waves', '--duration', '7', '-r', '1080p')).toMatchObject({
      quantity: 7,
      tier: '1080p',
    })
    expect((await run(['video', 'waves', '--duration', '7', '-a', '21:9'])).output).toBe('task1.mp4\n')
    expect(await estimate('animate', 'photo.png', '-e', 'push-in', '--duration', '8')).toMatchObject({
      quantity: 8,
    })
    const animate = [
      'animate',
      'photo.png',
      'slowly',
      '-e',
      'push-in',
      '--duration',
      '8',
      '-r',
      'fhd',
      '-a',
      '1:1',
    ]
    expect((await run(animate)).output).toBe('task2.mp4\n')
  })
})

describe('mediagen upload', () => {
  test('prints an id that transform and animate accept any number of times', async () => {
    const { run } = await stageWithImage()
    const id = (await run(['upload', 'photo.png'])).output.trim()
    for (const prompt of ['in the morning', 'in the evening']) {
      const { code, words } = await run(['transform', `asset:${id}`, prompt])
      expect([code, words]).toEqual([0, expect.not.stringContaining('upload')])
    }
    expect(JSON.parse((await run(['upload', 'photo.png', '--json'])).output)).toMatchObject({
      status: 'READY',
    })
  })
})

describe('mediagen tasks', () => {
  test('get prints the status of a task, and why it failed', async () => {
    const { run, service } = await setStage()
    service.faults.failTasks('GENERATION_FAILED')
    await run(['image', 'a fox', '--detach'])
    expect((await run(['tasks', 'get', 'task1'])).output).toBe('FAILED GENERATION_FAILED\n')
    expect(JSON.parse((await run(['tasks', 'get', 'task1', '--json'])).output)).toMatchObject({
      status: 'FAILED',
    })
  })

  test('wait with --json prints the task and its file', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '--detach'])
    expect(JSON.parse((await run(['tasks', 'wait', 'task1', '--json'])).output)).toMatchObject({
      id: 'task1',
      status: 'SUCCEEDED',
      files: [{ path: 'task1.png' }],
    })
  })

  test('cancel refunds a task that waits', async () => {
    const { run, service } = await setStage({ queuedMs: 1000 })
    await run(['image', 'a fox', '--detach'])
    expect(service.balance()).toBe('99.98')
    expect((await run(['tasks', 'cancel', 'task1'])).output).toBe('CANCELLED\n')
    expect(service.balance()).toBe('100.00')
  })
})

describe('a command that npx runs', () => {
  test('prints follow-up commands with npx', async () => {
    const { run } = await setStage()
    const npx = { env: { npm_command: 'exec' } }
    expect((await run(['image', 'a fox', '--detach'], npx)).words).toContain(
      'Wait for it with: npx mediagen tasks wait task1\n',
    )
    expect((await run(['imagee'], npx)).words).toContain('"npx mediagen help" lists the commands')
  })
})

describe('mediagen effects and mediagen balance', () => {
  test('print every effect, those of a surface, and the balance', async () => {
    const { run } = await setStage({ balance: '12.50' })
    const all = (await run(['effects'])).output
    const ofVideos = (await run(['effects', '--surface', 'video'])).output
    expect(all).toMatch(/^watercolour +image +\w/m)
    expect(ofVideos).toMatch(/^push-in +video +\w/m)
    expect(ofVideos).not.toContain(' image ')
    const { effects } = JSON.parse((await run(['effects', '--json'])).output)
    expect(effects).toHaveLength(all.trimEnd().split('\n').length - 1)
    expect((await run(['balance'])).output).toBe('12.50 USD\n')
    expect(JSON.parse((await run(['balance', '--json'])).output)).toMatchObject({ balance: '12.50' })
  })
})

test('retries are logged, every response with --verbose, and nothing with --quiet', async () => {
  const { run, service } = await setStage()
  const words = async (...args: string[]) => {
    service.faults.respondWith('SERVICE_UNAVAILABLE')
    const ended = await run(['balance', ...args])
    expect([ended.code, ended.output]).toEqual([0, '100.00 USD\n'])
    return ended.words
  }
  expect(await words()).toMatch(/^HTTP 503 from http:\S+; next try in \d\.\d s\.\n$/)
  expect(await words('--verbose')).toMatch(/^GET http\S+\/me \(try 1\) is tried again in \d+ ms: HTTP 503$/m)
  expect(await words('--verbose')).toMatch(/\(try 2\) returned 200 in \d+ ms \(mock\)$/m)
  expect(await words('--quiet')).toBe('')
})

test('a wait for the rate limit is reported once, with --verbose as without', async () => {
  const { run, service } = await setStage()
  for (const options of [[], ['--verbose']]) {
    service.faults.rateLimit(1)
    const { code, words } = await run(['image', 'a lake', '-o', `lake-${options.length}.png`, ...options])
    expect(code).toBe(0)
    expect(words.match(/^1 generation waits \d+ s for the rate limit$/gm)).toHaveLength(1)
  }
})
