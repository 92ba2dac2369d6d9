import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromPath, Mediagen, TaskFailedError } from '@mediagen/sdk'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractFile, readContract } from '../../openapi/checks/contract.ts'
import { contractFetch } from '../../openapi/checks/contract-fetch.ts'
import { type RunningMock, startMock } from '../../openapi/codegen/src/mock/start-mock.ts'
import { hook } from '../../openapi/mock/media-hook.ts'
import { describeInBrowser, openPage } from '../support/browser.ts'

const photo = new URL('../../examples/basics/photo.jpg', import.meta.url)
const program = fileURLToPath(new URL('../../openapi/codegen/src/main.ts', import.meta.url))

let mock: RunningMock
let client: Mediagen
const lines: string[] = []
beforeAll(async () => {
  mock = await startMock({ document: readContract(), hook, port: 0, log: (line) => lines.push(line) })
  client = new Mediagen({ baseUrl: mock.url, apiKey: 'any' })
})
afterAll(() => mock.close())

describe('a task of the mock', () => {
  test('that a video was asked for becomes an MP4 that plays', async () => {
    const video = await client.videos.transform({
      file: fromPath(photo),
      effectId: 'push-in',
      durationSeconds: 5,
    })
    const task = await video.wait()
    expect(task.type).toBe('video.transform')
    const bytes = Buffer.from(await task.download())
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect(bytes).toHaveLength(task.files[0]?.sizeBytes ?? 0)
  })

  test('that an image was asked for becomes a PNG that decodes', async () => {
    const task = await (await client.images.transform({ assetId: 'any', effectId: 'linocut' })).wait()
    expect(task.type).toBe('image.transform')
    const { format, width, height } = await sharp(await task.download()).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 96, height: 54 })
  })

  test('is the same for the same idempotency key, and another without one', async () => {
    const ask = (idempotencyKey?: string) =>
      client.images.generate({ prompt: 'a fox' }, { ...(idempotencyKey && { idempotencyKey }) })
    const ids = await Promise.all([ask('one'), ask('one'), ask(), ask()].map(async (task) => (await task).id))
    expect(new Set(ids).size).toBe(3)
  })

  test('is shown in another state on request, and beside wait', async () => {
    const { id } = await client.videos.generate({ prompt: 'waves' })
    const get = (prefer: string) => client.tasks.get(id, { headers: { prefer } })
    expect(await get('wait=5')).toMatchObject({ status: 'SUCCEEDED', type: 'video.generate' })
    expect(await get('wait=5, example=queued')).toMatchObject({
      id,
      status: 'QUEUED',
      type: 'video.generate',
    })
    await expect(get('code=404')).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
  })

  test('carries the tag of the state in which it is shown, and none once it is finished', async () => {
    const tagOf = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: 'Bearer any', 'content-type': 'application/json', ...init.headers }
      return (await fetch(`${mock.url}/api/v1/${path}`, { ...init, headers })).headers.get('etag')
    }
    const body = JSON.stringify({ prompt: 'a fox' })
    expect(await tagOf('images/generations', { method: 'POST', body })).toBe('W/"QUEUED"')
    const tags = ['queued', 'processing', 'failedInvalidInput', 'succeededImage'].map((example) =>
      tagOf('tasks/any', { headers: { prefer: `example=${example}` } }),
    )
    expect(await Promise.all(tags)).toEqual(['W/"QUEUED"', 'W/"PROCESSING"', null, null])
  })

  test('is waited for to the state that the headers of a client or a call prefer', async () => {
    const headers = { prefer: 'example=failedInvalidInput' }
    const failing = new Mediagen({ baseUrl: mock.url, apiKey: 'any', headers })
    await expect(failing.tasks.wait('any')).rejects.toThrow(TaskFailedError)
    await expect(client.tasks.wait('any', { headers })).rejects.toThrow(TaskFailedError)
  })
})

test('an upload to the mock keeps its id and its type', async () => {
  const png = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const upload = await client.uploads.file(png)
  expect(upload).toMatchObject({ status: 'READY', contentType: 'image/png' })
  expect(await client.uploads.get(upload.id)).toMatchObject({ id: upload.id, contentType: 'image/png' })
})

describe('a request that is wrong', () => {
  const authorization = 'Bearer any'
  const json = 'application/json'
  const send = async (path: string, body: string, headers: Record<string, string> = { authorization }) => {
    const call = contractFetch(mock.url)
    const response = await call(path, { method: 'POST', headers: { 'content-type': json, ...headers }, body })
    const { code }: { code: string } = await response.json()
    return `${response.status} ${code}`
  }
  const images = '/api/v1/images/generations'

  test.each(['{"prompt', '[]', 'null', '"text"', ''])('with the body %j is INVALID_JSON', async (body) => {
    expect(await send(images, body)).toBe('400 INVALID_JSON')
  })

  test('is rejected in the order of the service: address, key, body', async () => {
    expect(await send('/api/v1/nowhere', '{', {})).toBe('404 NOT_FOUND')
    expect(await send(images, '{', {})).toBe('401 UNAUTHENTICATED')
    expect(await send(images, JSON.stringify('x'.repeat(70_000)))).toBe('413 PAYLOAD_TOO_LARGE')
    expect(await send(images, '{"prompt":7}')).toBe('400 INVALID_REQUEST')
    expect(lines).toContain('  contract violation: body prompt Request body property prompt must be string')
  })

  test('asks for a response that the operation does not have, and gets an error that says so', async () => {
    const asked = client.tasks.get('any', { headers: { prefer: 'code=418' } })
    await expect(asked).rejects.toMatchObject({ status: 400, details: [{ path: '/Prefer' }] })
  })
})

test('a page of another origin may ask the mock, with a key and preferences', async () => {
  const preflight = await fetch(`${mock.url}/api/v1/tasks/any`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,prefer',
    },
  })
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization,prefer',
  })
})

describeInBrowser('a browser', () => {
  test('shows the image and the video of the mock', async () => {
    const { page, errors, close } = await openPage(mock.url)
    try {
      await page.goto(`${mock.url}/api/v1/pricing`)
      const sizes = await page.evaluate(async () => {
        const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
        const resultOf = async (medium: string) => {
          const ask = { method: 'POST', headers, body: JSON.stringify({ prompt: 'waves' }) }
          const { id } = await (await fetch(`/api/v1/${medium}/generations`, ask)).json()
          const task = await (await fetch(`/api/v1/tasks/${id}`, { headers })).json()
          return task.output[medium][0].url
        }
        const image = new Image()
        image.src = await resultOf('images')
        await image.decode()
        const video = document.createElement('video')
        video.src = await resultOf('videos')
        await new Promise((resolve, reject) => {
          video.onloadeddata = resolve
          video.onerror = () => reject(new Error(video.error?.message))
        })
        return [image.naturalWidth, video.videoWidth]
      })
      expect(sizes).toEqual([96, 96])
      expect(errors).toEqual([])
    } finally {
      await close()
    }
  })
})

describe('the program', () => {
  test('says that its port is taken, and ends with 2', async () => {
    const { code, output } = await run(contractFile, '--port', new URL(mock.url).port)
    expect(output).toBe(
      `mediagen: port ${new URL(mock.url).port} is taken: stop what uses it, or choose another with --port N\n`,
    )
    expect(code).toBe(2)
  })

  test('says what is wrong with a contract that it cannot serve', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-mock-'))
    try {
      const contract = join(folder, 'openapi.json')
      const text = await readFile(contractFile, 'utf8')
      await writeFile(contract, text.slice(0, 1000))
      const { code, output } = await run(contract, '--port', '0')
      expect(output).toMatch(
        /^mediagen: .*openapi\.json cannot be read:\n {2}.*openapi\.json:\d+:\d+: document: /,
      )
      expect(code).toBe(2)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  async function run(...words: string[]): Promise<{ code: unknown; output: string }> {
    const child: ChildProcess = spawn(process.execPath, [program, 'mock', ...words], {
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    const [code] = await once(child, 'close')
    return { code, output }
  }
})
