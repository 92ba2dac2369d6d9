import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { OperationId } from '../../src/generated/operations.js'
import { requestFields } from '../src/generated/request-fields.js'
import { startAgent } from './support/agent.ts'
import { png, setStage } from './support/command.ts'

/** A stage with folders for results and for inputs. */
async function stageWithFolders(options: Parameters<typeof setStage>[0] = {}) {
  const stage = await setStage(options)
  const base = await mkdtemp(join(tmpdir(), 'mediagen-mcp-'))
  onTestFinished(() => rm(base, { recursive: true }))
  const [out, photos, other] = ['out', 'photos', 'other'].map((name) => join(base, name))
  if (out === undefined || photos === undefined || other === undefined) throw new Error('three folders')
  for (const folder of [out, photos, other]) await mkdir(folder)
  for (const folder of [photos, other]) await writeFile(join(folder, 'photo.png'), png)
  return { ...stage, folder: out, photos, other }
}

const operationOfTool = {
  generate_image: 'generateImage',
  transform_image: 'transformImage',
  generate_video: 'generateVideo',
  animate_image: 'transformVideo',
} as const

/** The tool that calls each operation; `notForAgents` are pictures for people, and a step of no use alone. */
const toolOf = {
  getAccount: 'get_balance',
  getUsage: 'get_usage',
  getPricing: 'estimate_cost',
  listEffects: 'list_effects',
  listExamples: 'notForAgents',
  generateImage: 'generate_image',
  transformImage: 'transform_image',
  generateVideo: 'generate_video',
  transformVideo: 'animate_image',
  listTasks: 'list_tasks',
  getTask: 'wait_for_task',
  cancelTask: 'cancel_task',
  deleteResult: 'delete_result',
  createUpload: 'transform_image',
  completeUpload: 'transform_image',
  getUpload: 'notForAgents',
  deleteUpload: 'delete_upload',
} satisfies Record<OperationId, string>

describe('the tools of mediagen mcp', () => {
  test('call every operation of the contract that is meant for agents', async () => {
    const { client } = await startAgent(await stageWithFolders())
    const names = (await client.listTools()).tools.map(({ name }) => name)
    const called = Object.values(toolOf).filter((tool) => tool !== 'notForAgents')
    expect(called.filter((tool) => !names.includes(tool))).toEqual([])
  })

  test('have the limits and choices of the contract as their input schemas', async () => {
    const { client } = await startAgent(await stageWithFolders())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'animate_image',
      'cancel_task',
      'delete_result',
      'delete_upload',
      'estimate_cost',
      'generate_image',
      'generate_video',
      'get_balance',
      'get_usage',
      'list_effects',
      'list_tasks',
      'transform_image',
      'wait_for_task',
    ])
    const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema
    const { generateImage, generateVideo } = requestFields
    expect(schemaOf('generate_image')).toMatchObject({
      additionalProperties: false,
      required: ['prompt'],
      properties: {
        prompt: { minLength: generateImage.prompt.minLength, maxLength: generateImage.prompt.maxLength },
        negativePrompt: { maxLength: generateImage.negativePrompt.maxLength },
        resolution: { enum: generateImage.resolution.enum },
        aspectRatio: { enum: generateImage.aspectRatio.enum },
      },
    })
    const { minimum, maximum } = generateVideo.durationSeconds
    expect(schemaOf('generate_video')).toMatchObject({
      properties: {
        durationSeconds: { minimum, maximum },
        resolution: { enum: generateVideo.resolution.enum },
      },
    })
    expect(schemaOf('animate_image')).toMatchObject({ required: ['image', 'effectId'] })
  })

  test('take every field of their request, and an image for its asset', async () => {
    const { client } = await startAgent(await stageWithFolders())
    const { tools } = await client.listTools()
    for (const [tool, operation] of Object.entries(operationOfTool)) {
      const inputs = Object.keys(tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {})
      const fields = Object.keys(requestFields[operation]).map((name) =>
        name === 'assetId' ? 'image' : name,
      )
      expect(fields.filter((name) => !inputs.includes(name))).toEqual([])
    }
  })

  test('save a result into the folder for results, and respond with link, image and price', async () => {
    const stage = await stageWithFolders()
    const { call } = await startAgent(stage)
    const { isError, facts, content, text } = await call('generate_image', { prompt: 'a fox' })
    const path = join(stage.folder, 'task1.png')
    expect([isError, await readdir(stage.folder)]).toEqual([false, ['task1.png']])
    expect(facts).toMatchObject({
      taskId: 'task1',
      status: 'SUCCEEDED',
      files: [{ path, contentType: 'image/png' }],
      cost: { amount: '0.02', currency: 'USD', state: 'charged' },
      spending: { spent: '0.02' },
    })
    expect(text).toContain(`Saved: ${path}`)
    expect(content).toMatchObject([
      { type: 'text' },
      { type: 'resource_link', uri: pathToFileURL(path).href, mimeType: 'image/png' },
      { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
    ])
  })

  test.each([
    ['generate_image', { prompt: 'a fox', aspect_ratio: '16:9' }, 'aspect_ratio'],
    ['generate_image', { prompt: '' }, '1 to 2000 characters'],
    ['generate_image', { prompt: 'x'.repeat(2001) }, '1 to 2000 characters'],
    ['generate_video', { prompt: 'waves', durationSeconds: 3 }, 'durationSeconds'],
    ['animate_image', { image: 'photo.png', effectId: 'push-in', durationSeconds: 6 }, 'durationSeconds'],
    ['transform_image', { image: 'photo.png' }, 'Give effectId, prompt, or both'],
    ['transform_image', { image: 'photo.png', effectId: 'push-in' }, 'is for videos'],
    ['estimate_cost', { tool: 'generate_image', resolution: 'hd' }, 'one of 1k, 2k, 4k'],
    ['estimate_cost', { tool: 'generate_video', durationSeconds: 2 }, 'from 4 to 15'],
  ])('%s rejects %j before anything is paid', async (tool, input, words) => {
    const stage = await stageWithFolders()
    const { call } = await startAgent(stage)
    expect(await call(tool, input)).toMatchObject({ isError: true, text: expect.stringContaining(words) })
    expect(stage.service.taskCount()).toBe(0)
  })

  test('estimate, list effects and tell the balance', async () => {
    const { call } = await startAgent(await stageWithFolders({ balance: '12.50' }), ['--max-spend', '1.00'])
    expect((await call('estimate_cost', { tool: 'generate_image', resolution: '4k' })).facts).toMatchObject({
      product: 'image.generate',
      tier: '4k',
    })
    const { effects } = (await call('list_effects', { surface: 'video' })).facts
    expect(effects).toContainEqual(expect.objectContaining({ id: 'push-in', surface: 'video' }))
    expect((await call('get_balance')).facts).toMatchObject({
      balance: '12.50',
      spending: { spent: '0.00', limit: '1.00' },
    })
  })

  test('tell a failure with its task, and give its price back to the limit', async () => {
    const stage = await stageWithFolders()
    stage.service.faults.failTasks('GENERATION_FAILED')
    const { call } = await startAgent(stage)
    const failed = await call('generate_image', { prompt: 'a fox' })
    expect(failed).toMatchObject({
      isError: true,
      text: expect.stringMatching(/GENERATION_FAILED.*\ntaskId: task1/),
    })
    expect((await call('get_balance')).facts).toMatchObject({ spending: { spent: '0.00' } })
  })

  test('make one task of two calls with one key, and count it once', async () => {
    const stage = await stageWithFolders()
    const { call } = await startAgent(stage)
    const input = { prompt: 'a fox', idempotencyKey: 'cover' }
    await call('generate_image', input)
    expect((await call('generate_image', input)).facts).toMatchObject({ taskId: 'task1' })
    expect((await call('get_balance')).facts).toMatchObject({ spending: { spent: '0.02' } })
  })
})

test('--max-spend is counted over the process, also for calls at once, and rejected before it is paid', async () => {
  const stage = await stageWithFolders()
  const { call } = await startAgent(stage, ['--max-spend', '0.05'])
  const responses = await Promise.all([1, 2, 3, 4].map(() => call('generate_image', { prompt: 'a fox' })))
  expect(responses.filter(({ isError }) => !isError)).toHaveLength(2)
  for (const { text } of responses.filter(({ isError }) => isError))
    expect(text).toContain('The price is 0.02 USD, but only 0.01 USD is left of the spend limit of 0.05 USD')
  expect([stage.service.taskCount(), stage.service.balance()]).toEqual([2, '99.96'])
})

describe('an input image', () => {
  const input = (image: string) => ({ image, effectId: 'watercolour' })

  test('is read from a folder of --in, by its path there or by its whole path', async () => {
    const stage = await stageWithFolders()
    const { call } = await startAgent(stage, ['--in', stage.photos])
    for (const image of ['photo.png', join(stage.photos, 'photo.png')])
      expect(await call('transform_image', input(image))).toMatchObject({ isError: false })
  })

  test('is read from the roots that the client offers', async () => {
    const stage = await stageWithFolders()
    const { call } = await startAgent(stage, [], [stage.photos])
    expect(await call('transform_image', input(join(stage.photos, 'photo.png')))).toMatchObject({
      isError: false,
    })
  })

  test('may be a result of this server, and no other file of its folder', async () => {
    const stage = await stageWithFolders()
    await writeFile(join(stage.folder, 'other.png'), png)
    const { call } = await startAgent(stage)
    expect(await call('transform_image', input(join(stage.folder, 'other.png')))).toMatchObject({
      isError: true,
    })
    await call('generate_image', { prompt: 'a fox' })
    // The results of the mock are texts.
    await writeFile(join(stage.folder, 'task1.png'), png)
    expect(await call('transform_image', input(join(stage.folder, 'task1.png')))).toMatchObject({
      isError: false,
    })
  })

  test('is read from nowhere else, and nothing tells whether the file exists', async () => {
    const stage = await stageWithFolders()
    await symlink(join(stage.other, 'photo.png'), join(stage.photos, 'link.png'))
    const { call } = await startAgent(stage, ['--in', stage.photos])
    const rejected = [
      join(stage.other, 'photo.png'),
      join(stage.other, 'nothing.png'),
      '../other/photo.png',
      'link.png',
      '/etc/passwd',
      stage.photos,
    ]
    for (const image of rejected) {
      const { isError, text } = await call('transform_image', input(image))
      expect([isError, text]).toEqual([
        true,
        `${image} cannot be read: files are read from ${stage.photos} only`,
      ])
    }
    expect(stage.service.taskCount()).toBe(0)
  })
})

describe('a long task', () => {
  test('is reported state by state, and goes on after the call', async () => {
    const stage = await stageWithFolders({ queuedMs: 1000, processingMs: 1000 })
    const { call } = await startAgent(stage)
    const early = await call('generate_video', { prompt: 'waves', waitSeconds: 0 })
    expect(early).toMatchObject({ isError: false, facts: { taskId: 'task1', status: 'QUEUED' } })
    expect(early.text).toContain('call wait_for_task')
    const messages: string[] = []
    const onProgress = (message: string) => {
      const state = message.replace(/, \d+ s$/, '')
      // The time of the mock passes as soon as a state has been reported, which a slow call does again.
      if (/^(queued|processing)/.test(state) && !messages.includes(state))
        void stage.service.clock.delay(1000)
      messages.push(state)
    }
    const { facts } = await call('wait_for_task', { taskId: 'task1' }, { onProgress })
    expect(facts).toMatchObject({ status: 'SUCCEEDED', files: [{ contentType: 'video/mp4' }] })
    expect([...new Set(messages)]).toEqual(['queued', 'processing', 'succeeded', 'saving'])
  })

  test('that is queued is cancelled and refunded when its call is cancelled', async () => {
    const stage = await stageWithFolders({ queuedMs: 1_000_000 })
    const { call } = await startAgent(stage)
    const user = new AbortController()
    const onProgress = (message: string) => message.startsWith('queued') && user.abort()
    await expect(
      call('generate_video', { prompt: 'waves' }, { signal: user.signal, onProgress }),
    ).rejects.toThrow()
    await until(() => stage.service.balance() === '100.00')
    await untilAsync(async () => {
      const { spending } = (await call('get_balance')).facts
      return JSON.stringify(spending) === '{"spent":"0.00"}'
    })
  })

  test('is left alone when a wait for it is cancelled, and cancelled by cancel_task', async () => {
    const stage = await stageWithFolders({ queuedMs: 1_000_000 })
    const { call } = await startAgent(stage)
    await call('generate_image', { prompt: 'a fox', waitSeconds: 0 })
    const user = new AbortController()
    const onProgress = (message: string) => message.startsWith('queued') && user.abort()
    await expect(
      call('wait_for_task', { taskId: 'task1' }, { signal: user.signal, onProgress }),
    ).rejects.toThrow()
    expect(stage.service.balance()).toBe('99.98')
    expect((await call('cancel_task', { taskId: 'task1' })).facts).toMatchObject({
      status: 'CANCELLED',
      spending: { spent: '0.00' },
    })
    expect(stage.service.balance()).toBe('100.00')
  })

  test('that is queued is cancelled and refunded when the host closes the connection', async () => {
    const stage = await stageWithFolders({ queuedMs: 1_000_000 })
    const { call, close } = await startAgent(stage)
    const ended = call('generate_image', { prompt: 'a fox' }).catch(() => undefined)
    await until(() => stage.service.taskCount() === 1)
    await close()
    await ended
    await until(() => stage.service.balance() === '100.00')
  })
})

test('the API key is in no response, whatever fails', async () => {
  const key = 'mg_a-key-that-no-agent-may-read'
  const stage = await stageWithFolders()
  const { call, client } = await startAgent({ ...stage, env: { ...stage.env, MEDIAGEN_API_KEY: key } })
  const responses: unknown[] = [await client.listTools(), client.getInstructions()]
  for (const code of [
    'UNAUTHENTICATED',
    'INSUFFICIENT_BALANCE',
    'INVALID_REQUEST',
    'RATE_LIMITED',
  ] as const) {
    stage.service.faults.respondWith(code, 3)
    responses.push(await call('generate_image', { prompt: `a fox ${code}`, waitSeconds: 1 }))
    responses.push(await call('get_balance'))
  }
  responses.push(await call('wait_for_task', { taskId: 'nothing', waitSeconds: 1 }))
  expect(JSON.stringify(responses)).toContain('missing, unknown, revoked or expired')
  expect(JSON.stringify(responses)).not.toContain(key)
})

test.each([
  [['--out', 'nowhere'], '--out: there is no folder nowhere'],
  [['--out', '.', '--in', 'nowhere'], '--in: there is no folder nowhere'],
  [['--out', '.', '--max-spend', 'all'], 'an amount such as 0.50'],
  [['--out', '.', '--http', 'any'], 'a port, 0 to 65535'],
  [[], "Required option '--out <folder>'"],
])('mediagen mcp %j is rejected at once', async (args, words) => {
  const { run } = await setStage()
  const ended = await run(['mcp', ...args])
  expect([ended.code, ended.words]).toEqual([2, expect.stringContaining(words)])
})

async function until(isTrue: () => boolean): Promise<void> {
  await untilAsync(async () => isTrue())
}

async function untilAsync(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5))
}
