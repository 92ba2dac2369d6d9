import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { productNames } from '../../server/src/core/domain/products.ts'
import { comfyuiKind } from '../../server/src/engines/comfyui/comfyui.ts'
import { type ComfyuiJob, startComfyui } from './support/comfyui-server.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { type EngineEntry, engineOf, lookOnce, optionsOf, patient } from './support/engine.ts'
import { bytesOf, inputPng, jobs } from './support/job.ts'

const ages = ['old', 'new'] as const
const { taskId } = jobs['image.generate']
const handle = { id: taskId, product: 'image.generate' } as const

const models = {
  'image.generate': 'sdxl.safetensors',
  'image.transform': 'sdxl.safetensors',
  'video.generate': 'wan2.2_ti2v_5B_fp16.safetensors',
  'video.transform': 'wan2.2_ti2v_5B_fp16.safetensors',
}
const make = (url: string, entry: Partial<EngineEntry> = {}) =>
  engineOf(comfyuiKind, { url, models, ...entry })

/** The graph and the id of the only submission. */
async function submissionOf(product: (typeof productNames)[number], options = {}) {
  const server = await startComfyui({ age: 'new' })
  const response = await make(server.url, { options }).start(jobs[product], patient)
  const submissions = server.requests.filter(({ path }) => path === '/prompt')
  expect(submissions).toHaveLength(1)
  return { response, server, body: submissions[0]?.json() }
}

describe('comfyui submits with its built-in workflow', () => {
  test('an image under our task id, with its size and seed as numbers', async () => {
    const { response, body } = await submissionOf('image.generate')
    expect(response).toEqual({ kind: 'started', job: handle })
    expect(body).toMatchObject({
      prompt_id: taskId,
      prompt: {
        model: { inputs: { ckpt_name: 'sdxl.safetensors' } },
        prompt: { inputs: { text: 'a lighthouse at dawn' } },
        negativePrompt: { inputs: { text: 'people' } },
        canvas: { inputs: { width: 1024, height: 576 } },
        sampler: { inputs: { seed: 1_234_567, denoise: 1 } },
        result: { class_type: 'SaveImage', inputs: { filename_prefix: `mediagen/${taskId}` } },
      },
    })
  })

  test('an effect with the uploaded image under the name that the server gave it', async () => {
    const { server, body } = await submissionOf('image.transform')
    const upload = await server.requests.find(({ path }) => path === '/upload/image')?.form()
    const file = upload?.get('image')
    if (!(file instanceof File)) expect.unreachable()
    expect([file.name, file.type]).toEqual([`${taskId}.png`, 'image/png'])
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(inputPng))
    expect([upload?.get('subfolder'), upload?.get('type')]).toEqual(['mediagen', 'input'])
    expect(body).toMatchObject({
      prompt: {
        input: { inputs: { image: 'mediagen/in (1).png' } },
        prompt: { inputs: { text: 'Repaint it in oil. a lighthouse at dawn' } },
        sampler: { inputs: { denoise: 0.6 } },
        // A megapixel of the requested shape, in steps of eight.
        scaledInput: { inputs: { width: 1176, height: 880 } },
      },
    })
  })

  test.each(['video.generate', 'video.transform'] as const)(
    '%s with frames, rate and size',
    async (product) => {
      const { body } = await submissionOf(product)
      expect(body).toMatchObject({
        prompt: {
          model: { class_type: 'UNETLoader', inputs: { unet_name: 'wan2.2_ti2v_5B_fp16.safetensors' } },
          canvas: { inputs: { length: 121, width: expect.any(Number) } },
          video: { inputs: { fps: 24 } },
          sampler: { inputs: { seed: 1_234_567 } },
        },
      })
    },
  )

  test.each(productNames)('%s with no placeholder left, and every link refers to a node', async (product) => {
    const { body } = await submissionOf(product)
    expect(JSON.stringify(body)).not.toContain('{{')
    const { prompt } = body as { prompt: Record<string, { inputs: Record<string, unknown> }> }
    const links = Object.values(prompt).flatMap(({ inputs }) => Object.values(inputs).filter(Array.isArray))
    expect(links.length).toBeGreaterThan(5)
    for (const [node] of links) expect(prompt).toHaveProperty([node])
  })
})

describe('comfyui submits with a workflow of the operator', () => {
  async function fileWith(workflow: unknown): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-workflow-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'workflow.json')
    await writeFile(file, typeof workflow === 'string' ? workflow : JSON.stringify(workflow))
    return file
  }
  const node = (inputs: object) => ({ class_type: 'Any', inputs })

  test('and replaces a placeholder by its value, within a longer text by its text', async () => {
    const file = await fileWith({
      9: node({
        a: '{{prompt}}',
        b: 'a film of {{ durationSeconds }} s: {{prompt}}',
        c: ['{{seed}}', { d: '{{fps}}' }],
      }),
    })
    const server = await startComfyui({ age: 'new' })
    const provider = make(server.url, { models: {}, options: { workflows: { 'video.generate': file } } })
    expect(provider.serves('video.generate', '720p')).toBe(true)
    await provider.start({ ...jobs['video.generate'], prompt: 'write {{seed}} "in" \\ sand' }, patient)
    expect(server.requests[0]?.json()).toMatchObject({
      prompt: {
        9: node({
          a: 'write {{seed}} "in" \\ sand',
          b: 'a film of 5 s: write {{seed}} "in" \\ sand',
          c: [1_234_567, { d: 24 }],
        }),
      },
    })
  })

  test.each([
    ['is not JSON', 'image.generate', '{ "a": '],
    ['is not a workflow', 'image.generate', []],
    ['export it in the API format', 'image.generate', { nodes: [], links: [] }],
    ['node 3 without class_type', 'image.generate', { 3: { inputs: { a: '{{prompt}}{{seed}}' } } }],
    ['unknown placeholder: sead', 'image.generate', { 3: node({ a: '{{prompt}}', b: '{{sead}}' }) }],
    ['lacks the placeholder {{seed}}', 'image.generate', { 3: node({ a: '{{prompt}}' }) }],
    ['lacks the placeholder {{input}}', 'image.transform', { 3: node({ a: '{{prompt}}', b: '{{seed}}' }) }],
    ['has no input', 'image.generate', { 3: node({ a: '{{prompt}}', b: '{{seed}}', c: '{{input}}' }) }],
  ])('and rejects one that %s', async (fault, product, workflow) => {
    const file = await fileWith(workflow)
    expect(() => optionsOf(comfyuiKind, { workflows: { [product]: file } })).toThrow(fault)
    expect(() => optionsOf(comfyuiKind, { workflows: { [product]: file } })).toThrow(file)
  })

  test('and reports a missing file', () => {
    const options = { workflows: { 'image.generate': '/nowhere/workflow.json' } }
    expect(() => optionsOf(comfyuiKind, options)).toThrow('/nowhere/workflow.json cannot be read')
  })
})

describe('comfyui rejects', () => {
  const faults = (type: string) => ({
    node_errors: {
      sampler: { errors: [{ type, message: 'Value not right', details: 'cfg' }], class_type: 'KSampler' },
    },
  })

  test.each(ages)('a workflow that an %s server accepted in part, and cancels it', async (age) => {
    const server = await startComfyui({
      age,
      instead: ({ path }, { jobs }) => {
        if (path !== '/prompt') return undefined
        jobs.set(taskId, { state: 'pending' })
        return { json: { prompt_id: taskId, number: 1, ...faults('value_bigger_than_max') } }
      },
    })
    const response = await make(server.url).start(jobs['image.generate'], patient)
    expect(response).toEqual({ kind: 'rejected', message: 'Value not right: cfg' })
    expect([undefined, 'interrupted']).toContain(server.jobs.get(taskId)?.state)
  })

  test.each([
    ['a value of the job', 'rejected', 'value_bigger_than_max'],
    ['a model that the server lacks', 'unavailable', 'value_not_in_list'],
  ])('%s: %s', async (_name, kind, type) => {
    const json = {
      error: { type: 'prompt_outputs_failed_validation', message: 'Outputs failed' },
      ...faults(type),
    }
    const { url } = await startCounterpart(() => ({ status: 400, json }))
    expect(await make(url).start(jobs['image.generate'], patient)).toMatchObject({ kind })
  })

  test.each<[string, CounterpartResponse, string]>([
    ['413', { status: 413 }, 'rejected'],
    ['500', { status: 500 }, 'unavailable'],
    ['a reset', 'reset', 'unavailable'],
    ['no name', { json: {} }, 'unavailable'],
  ])('an input whose upload ends with %s, and submits nothing', async (_name, response, kind) => {
    const server = await startComfyui({
      age: 'new',
      instead: ({ path }) => (path === '/upload/image' ? response : undefined),
    })
    expect(await make(server.url).start(jobs['image.transform'], patient)).toMatchObject({ kind })
    expect(server.count('POST', /^\/prompt$/)).toBe(0)
  })
})

const saved = (filename: string) => ({ filename, subfolder: 'mediagen', type: 'output' })
const picture: ComfyuiJob = { state: 'success', outputs: { result: { images: [saved('a_00001_.png')] } } }

describe.each(ages)('an %s comfyui is asked about a job', (age) => {
  async function withJob(job: ComfyuiJob | undefined) {
    const server = await startComfyui({ age })
    server.jobs.set('another-job', { state: 'running' })
    if (job !== undefined) server.jobs.set(taskId, job)
    return { server, provider: make(server.url) }
  }

  test.each<[string, ComfyuiJob | undefined, object]>([
    ['waiting', { state: 'pending' }, { kind: 'pending', stage: 'queued' }],
    ['at work', { state: 'running' }, { kind: 'pending', stage: 'running' }],
    ['failed', { state: 'error', message: 'out of\nmemory' }, { kind: 'failed', message: 'out of memory' }],
    [
      'interrupted',
      { state: 'interrupted' },
      { kind: 'failed', message: expect.stringContaining('interrupted') },
    ],
    ['unknown after a restart', undefined, { kind: 'lost' }],
    ['done without a file', { state: 'success', outputs: { 5: { text: ['hello'] } } }, { kind: 'failed' }],
  ])('that is %s', async (_name, job, expected) => {
    const { provider } = await withJob(job)
    expect(await provider.poll(handle, lookOnce)).toMatchObject(expected)
  })

  test('that is done, and fetches its file by name, folder and type', async () => {
    const { server, provider } = await withJob(picture)
    const response = await provider.poll(handle, lookOnce)
    if (response.kind !== 'succeeded') expect.unreachable()
    expect((await bytesOf(response.outputs[0])).toString()).toBe('pixels of a picture')
    expect(server.requests.at(-1)?.path).toBe('/view?filename=a_00001_.png&subfolder=mediagen&type=output')
  })

  test.each<[string, ComfyuiJob | undefined, object]>([
    ['waiting', { state: 'pending' }, { kind: 'found', job: handle }],
    ['at work', { state: 'running' }, { kind: 'found', job: handle }],
    ['done', picture, { kind: 'found', job: handle }],
    ['failed', { state: 'error', message: 'x' }, { kind: 'found', job: handle }],
    ['nowhere', undefined, { kind: 'absent' }],
  ])('whose start was lost and that is %s', async (_name, job, expected) => {
    const { server, provider } = await withJob(job)
    expect(await provider.find?.(jobs['image.generate'], patient)).toEqual(expected)
    expect(server.count('POST', /./)).toBe(0)
  })

  test.each<[string, ComfyuiJob | undefined, string, string | undefined]>([
    ['waiting', { state: 'pending' }, 'cancelled', age === 'new' ? 'interrupted' : undefined],
    ['at work', { state: 'running' }, 'cancelled', 'interrupted'],
    ['done', picture, 'finished', 'success'],
    ['nowhere', undefined, 'unknown', undefined],
  ])('to be cancelled that is %s', async (_name, job, expected, state) => {
    const { server, provider } = await withJob(job)
    expect(await provider.cancel?.(handle, patient)).toBe(expected)
    expect(server.jobs.get(taskId)?.state).toBe(state)
    expect(server.jobs.get('another-job')?.state).toBe('running')
  })

  test('to be cancelled, and answers 500: that says nothing about it', async () => {
    const server = await startComfyui({
      age,
      instead: ({ path }) =>
        age === 'old' && path.startsWith('/api/jobs') ? undefined : { status: 500, text: 'oops' },
    })
    expect(await make(server.url).cancel?.(handle, patient)).toBe('unknown')
  })
})

test('comfyui gets a UUID for an id that is not one, and is polled by the same UUID', async () => {
  const server = await startComfyui({ age: 'new' })
  const provider = make(server.url)
  const job = { ...jobs['image.generate'], taskId: 'mi8x1k2pq7d0v3c9b4n5z6a1' }
  const response = await provider.start(job, patient)
  if (response.kind !== 'started') expect.unreachable()
  expect(response.job.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await provider.find?.(job, patient)).toEqual({ kind: 'found', job: response.job })
})

test('a job that ends between two calls to an old comfyui is not considered lost', async () => {
  const server = await startComfyui({
    age: 'old',
    instead: ({ path }, { jobs }) => {
      if (path !== '/queue') return undefined
      // It ends as soon as a read of the queue no longer contains it.
      jobs.set(taskId, picture)
      return { json: { queue_running: [], queue_pending: [] } }
    },
  })
  server.jobs.set(taskId, { state: 'running' })
  expect(await make(server.url).poll(handle, lookOnce)).toMatchObject({ kind: 'succeeded' })
})

test('a job that begins while an old comfyui is to delete it is interrupted by its id', async () => {
  const server = await startComfyui({
    age: 'old',
    instead: ({ method, path }, { jobs }) => {
      if (method !== 'POST' || path !== '/queue') return undefined
      jobs.set(taskId, { state: 'running' })
      return { status: 200 }
    },
  })
  server.jobs.set(taskId, { state: 'pending' })
  expect(await make(server.url).cancel?.(handle, patient)).toBe('cancelled')
  expect(server.requests.at(-1)?.json()).toEqual({ prompt_id: taskId })
})

describe('the result of a comfyui workflow', () => {
  test.each([
    ['video.generate', { 7: { gifs: [saved('film.mp4')] } }, 'film.mp4'],
    ['video.generate', { 7: { images: [saved('film.webm')], animated: [true] } }, 'film.webm'],
    [
      'video.generate',
      { 3: { images: [saved('first.png')] }, 7: { videos: [saved('film.mp4')] } },
      'film.mp4',
    ],
    [
      'image.generate',
      { 2: { images: [{ ...saved('preview.png'), type: 'temp' }, saved('a.png')] } },
      'a.png',
    ],
    [
      'image.generate',
      { 2: { a: 1, b: null, c: [null, 'x', {}] }, 5: null, 9: { images: [saved('b.png')] } },
      'b.png',
    ],
  ])('of %s is found under any key: %j', async (product, outputs, filename) => {
    const server = await startComfyui({ age: 'new' })
    server.jobs.set(taskId, { state: 'success', outputs })
    const response = await make(server.url).poll({ id: taskId, product }, lookOnce)
    if (response.kind !== 'succeeded') expect.unreachable()
    await bytesOf(response.outputs[0])
    expect(server.requests.at(-1)?.path).toContain(`filename=${filename}`)
  })

  test('is that of the named node if several nodes save', async () => {
    const server = await startComfyui({ age: 'new' })
    const outputs = { 2: { images: [saved('draft.png')] }, 9: { images: [saved('final.png')] } }
    server.jobs.set(taskId, { state: 'success', outputs })
    const provider = make(server.url, { options: { outputNodes: { 'image.generate': '9' } } })
    const response = await provider.poll(handle, lookOnce)
    if (response.kind !== 'succeeded') expect.unreachable()
    await bytesOf(response.outputs[0])
    expect(server.requests.at(-1)?.path).toContain('filename=final.png')
  })
})

describe('comfyui is set up', () => {
  test('for the products whose workflow has its model', () => {
    const provider = make('http://127.0.0.1:1', { models: { 'image.generate': 'sdxl.safetensors' } })
    expect(productNames.filter((product) => provider.serves(product, 'hd'))).toEqual(['image.generate'])
    expect(provider).toMatchObject({ submission: 'findable', results: 'raw' })
  })

  test.each([
    ['Authorization', {}, 'Bearer k-1'],
    ['X-API-Key', { apiKeyHeader: 'X-API-Key' }, 'k-1'],
  ])('with a key in %s on every call', async (header, options, value) => {
    const server = await startComfyui({ age: 'new' })
    const provider = make(server.url, { apiKey: 'k-1', options })
    await provider.start(jobs['image.transform'], patient)
    await provider.poll(handle, lookOnce)
    expect(server.requests).toHaveLength(3)
    for (const { headers } of server.requests) expect(headers[header.toLowerCase()]).toBe(value)
  })

  test('and checked for its version and its models without starting anything', async () => {
    const server = await startComfyui({ age: 'new' })
    expect(await make(server.url).check?.(patient)).toMatchObject({
      reachable: true,
      modelFound: false,
      detail: 'ComfyUI 0.3.64 on cuda:0 L40S; missing: wan2.2_ti2v_5B_fp16.safetensors',
    })
    expect(server.count('POST', /./)).toBe(0)
  })

  test.each([
    ['without any model is unusable', '/models/', { json: [] }, { reachable: true, modelFound: false }],
    ['that lists no models is accepted', '/models/', { status: 404 }, { reachable: true }],
    ['without its own route is another service', '/system_stats', { status: 404 }, { reachable: false }],
  ])('and a server %s', async (_name, start, response, expected) => {
    const server = await startComfyui({
      age: 'new',
      instead: ({ path }) => (path.startsWith(start) ? response : undefined),
    })
    const found = await make(server.url).check?.(patient)
    expect(found).toMatchObject(expected)
    expect(found?.modelFound).toBe('modelFound' in expected ? expected.modelFound : undefined)
  })
})
