import { describe, expect, test } from 'vitest'
import type { CounterpartResponse } from './support/counterpart.ts'
import { startCounterpart } from './support/counterpart.ts'
import { httpEngine, patient, pollOnce, startedJob } from './support/engine.ts'
import { bytesOf, inputPng, jobs } from './support/job.ts'

const job = jobs['video.generate']
const video = Buffer.from('the bytes of a video')

/** An engine of the usual kind: a job, a status, a link. */
const asynchronous = `
products:
  video.generate: { path: /jobs, json: { prompt: '{{prompt}}', seed: '{{seed}}' } }
job: { id: id, pollUrl: poll_url }
poll: { path: '/jobs/{{jobId}}' }
status:
  pointer: status
  values: { 0: queued, 1: running, 2: succeeded, 3: failed, 4: rejected, gone: lost }
  absent: running
  progress: { pointer: percent, of: 100 }
result: { url: 'files.*.url' }
errors: { code: error.code, message: error.text, codes: { moderation: INVALID_INPUT, 'gpu_*': GENERATION_FAILED, busy: UNAVAILABLE } }
cancel: { path: '/jobs/{{jobId}}/cancel', status: state, cancelled: [stopped], finished: [done, 409], runsOn: [running] }
answerBytesMax: 4096
`

/** An engine that responds with the result. */
const synchronous = `
products:
  image.generate: { path: /make, json: { prompt: '{{prompt}}' } }
result: { url: 'data.*.url', base64: 'data.*.b64_json', contentType: image/png }
status: { pointer: verdict, values: { blocked: rejected, broken: failed } }
answerBytesMax: 4096
`

describe('a start over kind http', () => {
  test('is ambiguous if the response never ends', async () => {
    const counterpart = await startCounterpart(() => 'endless')
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    expect(await engine.start(job, patient)).toMatchObject({ kind: 'ambiguous' })
    expect(counterpart.requests).toHaveLength(1)
  })

  test.each([
    ['dataUrl', true],
    ['link', false],
  ] as const)('that sends its input as %s takes it upright, or not, as it says', async (form, expected) => {
    const options = `
products:
  image.transform: { path: /make, input: ${form}, json: { image: '{{input}}' } }
result: { url: url }
`
    const { url } = await startCounterpart(() => ({ json: {} }))
    const engine = httpEngine({ url, options })
    const { input } = jobs['image.transform']
    let isAsked = false
    const upright = () => {
      isAsked = true
      return input.upright()
    }
    await engine.start({ ...jobs['image.transform'], input: { ...input, upright } }, patient)
    expect([isAsked, engine.takesUpright?.('image.transform')]).toEqual([expected, expected])
  })

  test.each([
    ['its time limit', undefined, 'The engine did not respond in time.'],
    [
      'a worker that stops',
      new Error('The worker is stopping.'),
      'The worker is stopping. The engine had not answered.',
    ],
  ])('is ambiguous when %s ends the wait for its response', async (_name, reason, message) => {
    const stop = new AbortController()
    const counterpart = await startCounterpart(() => {
      stop.abort(reason)
      return 'hang'
    })
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    expect(await engine.start(job, stop.signal)).toEqual({ kind: 'ambiguous', message })
  })

  test('reports the pause that the engine requests, and the meaning of an error code', async () => {
    const responses: CounterpartResponse[] = [
      { status: 429, headers: { 'Retry-After': '7' }, json: { error: { code: 'other', text: 'wait' } } },
      { status: 500, headers: { 'Retry-After': '3' }, json: { error: { code: 'busy', text: 'full' } } },
      { status: 200, json: { error: { code: 'moderation', text: 'not this' } } },
      { status: 502, json: { error: { code: 'gpu_lost', text: 'the GPU fell off' } } },
    ]
    const counterpart = await startCounterpart(() => responses.shift() ?? {})
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    expect(await engine.start(job, patient)).toMatchObject({ kind: 'unavailable', retryAfterMs: 7000 })
    expect(await engine.start(job, patient)).toEqual({
      kind: 'unavailable',
      message: 'full',
      retryAfterMs: 3000,
    })
    expect(await engine.start(job, patient)).toEqual({ kind: 'rejected', message: 'not this' })
    expect(await engine.start(job, patient)).toEqual({ kind: 'failed', message: 'the GPU fell off' })
  })

  test.each(['-5', '0.5', 'soon', '7 or 8'])('pauses as without a Retry-After if it is %s', async (value) => {
    const counterpart = await startCounterpart(() => ({ status: 429, headers: { 'Retry-After': value } }))
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    expect(await engine.start(job, patient)).toMatchObject({ kind: 'unavailable', retryAfterMs: 1000 })
  })

  test('never repeats the key from a response, and reports one line at most', async () => {
    const text = `wrong key: secret-key\n${'x'.repeat(2000)}`
    const counterpart = await startCounterpart(() => ({ status: 401, json: { error: text } }))
    const response = await httpEngine({ url: counterpart.url, options: asynchronous }).start(job, patient)
    const message = 'message' in response ? response.message : ''
    expect(message).toContain('wrong key: [key]')
    expect(message).not.toMatch(/secret-key|\n/)
    expect(message.length).toBeLessThan(700)
  })

  test('accepts numbers as ids, and none that escapes its path', async () => {
    const ids: unknown[] = [42, '../../admin']
    const counterpart = await startCounterpart(() => ({ json: { id: ids.shift() } }))
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    expect(startedJob(await engine.start(job, patient))).toEqual({ product: 'video.generate', id: '42' })
    expect(await engine.start(job, patient)).toMatchObject({ kind: 'ambiguous' })
  })
})

describe('the content of a submission', () => {
  test('keeps the type of whole placeholders, fills in others, and omits what has no value', async () => {
    const counterpart = await startCounterpart(() => ({ json: { id: '1' } }))
    const engine = httpEngine({
      url: counterpart.url,
      options: `
products:
  video.generate:
    method: PUT
    path: /v2/{{model}}/tasks/{{taskId}}
    headers: { X-Seed: 's{{seed}}', X-Model: '{{model}}' }
    json:
      seed: '{{seed}}'
      text: '{{ seed | text }}'
      size: '{{width}}x{{height}}'
      length: '{{durationSeconds}}s'
      shape: '{{aspectRatio}}'
      avoid: '{{negativePrompt}}'
      strength: '{{strength}}'
      nested: { only: { strength: '{{strength}}' } }
      list: ['{{strength}}', 1]
      fixed: { flag: false, nothing: null, empty: {} }
headers: { Idempotency-Key: 'task-{{taskId}}', X-Version: '2' }
auth: { header: Authorization, prefix: 'Token ' }
idempotent: true
job: { id: id }
poll: { path: '/tasks/{{jobId}}' }
status: { pointer: status }
result: { url: url }
`,
      models: { 'video.generate': 'owner/model a' },
    })
    const plain = { ...job, negativePrompt: '' }
    const started = startedJob(await engine.start(plain, patient))
    await pollOnce(engine, started)
    const [submission, poll] = counterpart.requests
    expect(submission?.method).toBe('PUT')
    expect(submission?.path).toBe(`/v2/owner/model%20a/tasks/${job.taskId}`)
    expect(submission?.json()).toEqual({
      seed: 1_234_567,
      text: '1234567',
      size: '1280x720',
      length: '5s',
      shape: '16:9',
      list: [1],
      fixed: { flag: false, nothing: null, empty: {} },
    })
    expect(submission?.headers).toMatchObject({
      authorization: 'Token secret-key',
      'idempotency-key': `task-${job.taskId}`,
      'x-version': '2',
      'x-seed': 's1234567',
      'x-model': 'owner/model a',
    })
    expect(poll?.headers).toMatchObject({ authorization: 'Token secret-key', 'x-version': '2' })
    expect(poll?.headers['idempotency-key']).toBeUndefined()
    expect(engine.submission).toBe('idempotent')
  })

  test('never expands placeholders in a prompt', async () => {
    const counterpart = await startCounterpart(() => ({ json: { id: '1' } }))
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    const prompt = 'a {{seed}} $& "quoted" sign'
    await engine.start({ ...job, prompt }, patient)
    expect(counterpart.requests[0]?.json()).toEqual({ prompt, seed: job.seed })
  })

  test('sends a form with the image as a file', async () => {
    const counterpart = await startCounterpart(() => ({ json: { id: '1' } }))
    const engine = httpEngine({
      url: counterpart.url,
      options: asynchronous.replace(
        /video.generate: .*/,
        `image.transform: { path: /edit, input: file, multipart: { image: '{{input}}', prompt: '{{prompt}}', seed: '{{seed}}', tag: [a, b], more: { strength: '{{strength}}' }, none: '{{durationSeconds}}' } }`,
      ),
    })
    startedJob(await engine.start(jobs['image.transform'], patient))
    const form = await counterpart.requests[0]?.form()
    expect([...(form?.keys() ?? [])]).toEqual(['image', 'prompt', 'seed', 'tag', 'tag', 'more'])
    expect(form?.get('more')).toBe('{"strength":0.6}')
    expect(form?.get('seed')).toBe('1234567')
    const image = form?.get('image')
    if (!(image instanceof File)) throw new Error('no file')
    expect([image.name, image.type]).toEqual(['input.png', 'image/png'])
    expect(Buffer.from(await image.arrayBuffer())).toEqual(Buffer.from(inputPng))
  })

  test.each([
    ['raw bytes', '', (body: Buffer) => expect(body).toEqual(Buffer.from(inputPng))],
    [
      'JSON',
      `json: { data: '{{input}}' },`,
      (body: Buffer) =>
        expect(JSON.parse(body.toString())).toEqual({ data: Buffer.from(inputPng).toString('base64') }),
    ],
  ])('uploads the image first as %s, and submits the name of the upload', async (_form, keys, expectBody) => {
    const counterpart = await startCounterpart(({ path }) =>
      path === '/uploads' ? { json: { file: { id: 'up-1' } } } : { json: { id: '1' } },
    )
    const engine = httpEngine({
      url: counterpart.url,
      options: `${asynchronous.replace(/video.generate: .*/, "video.transform: { path: /jobs, input: upload, json: { image: '{{input}}' } }")}
upload: { path: /uploads, ${keys} result: file.id }`,
    })
    startedJob(await engine.start(jobs['video.transform'], patient))
    expectBody(counterpart.requests[0]?.body ?? Buffer.of())
    expect(counterpart.requests[1]?.json()).toEqual({ image: 'up-1' })
  })

  test.each([
    [500, 'unavailable'],
    [503, 'unavailable'],
    [200, 'unavailable'],
    [422, 'rejected'],
  ])('an upload that ends with %i submits nothing and is %s', async (status, kind) => {
    const counterpart = await startCounterpart(() => ({ status, json: {} }))
    const engine = httpEngine({
      url: counterpart.url,
      options: `${asynchronous.replace(/video.generate: .*/, "video.transform: { path: /jobs, input: upload, json: { image: '{{input}}' } }")}
upload: { path: /uploads, multipart: { file: '{{input}}' }, result: file.id }`,
    })
    expect(await engine.start(jobs['video.transform'], patient)).toMatchObject({ kind })
    expect(counterpart.count('POST', /jobs/)).toBe(0)
  })

  test.each([
    ['sizeRule: { multipleOf: 64, sidePxMax: 1024 }', { w: 1024, h: 576, r: '16:9' }],
    ["sizes: [1024x1024, 1792x1024], aspectRatios: ['1:1', '3:2']", { w: 1792, h: 1024, r: '3:2' }],
    ['resolutions: { small: 480, large: 1080 }, durations: [4, 8]', { q: 'large', d: 8 }],
    ['resolutions: { small: 480 }, durations: { min: 1, max: 3 }', { q: 'small', d: 3 }],
  ])('requests what the engine offers: %s', async (rules, expected) => {
    const counterpart = await startCounterpart(() => ({ json: { id: '1' } }))
    const json = `{ w: '{{width}}', h: '{{height}}', r: '{{aspectRatio}}', q: '{{resolution}}', d: '{{durationSeconds}}' }`
    const engine = httpEngine({
      url: counterpart.url,
      options: asynchronous.replace(
        /video.generate: .*/,
        `video.generate: { path: /jobs, json: ${json}, ${rules} }`,
      ),
    })
    await engine.start(job, patient)
    expect(counterpart.requests[0]?.json()).toMatchObject(expected)
  })

  test('serves the configured products and tiers, and needs a model if one is sent', () => {
    const options = asynchronous.replace(
      /video.generate: .*/,
      "video.generate: { path: '/{{model}}', tiers: [720p], json: {} }",
    )
    const url = 'http://127.0.0.1:9'
    expect(httpEngine({ url, options }).serves('video.generate', '720p')).toBe(false)
    const engine = httpEngine({ url, options, models: { 'video.generate': 'm' } })
    expect(engine.serves('video.generate', '720p')).toBe(true)
    expect(engine.serves('video.generate', '1080p')).toBe(false)
    expect(engine.serves('image.generate', '720p')).toBe(false)
  })
})

describe('a synchronous engine', () => {
  test.each([
    ['base64', { data: [{ b64_json: video.toString('base64') }] }],
    ['a data URL', { data: [{ url: `data:image/png;base64,${video.toString('base64')}` }] }],
    ['a link', { data: [{ url: '/files/1' }] }],
  ])('returns the result as %s', async (_form, json) => {
    const counterpart = await startCounterpart(({ method }) =>
      method === 'GET' ? { bytes: video } : { json },
    )
    const engine = httpEngine({ url: counterpart.url, options: synchronous })
    const response = await engine.start(jobs['image.generate'], patient)
    if (response.kind !== 'succeeded') throw new Error(JSON.stringify(response))
    expect(response.outputs[0].contentType).toBe('image/png')
    expect(await bytesOf(response.outputs[0])).toEqual(video)
  })

  test.each([
    ['blocked', 'rejected'],
    ['broken', 'failed'],
    ['fine', 'ambiguous'],
  ])('with the status %s and no result is %s', async (verdict, kind) => {
    const counterpart = await startCounterpart(() => ({ json: { verdict, data: [] } }))
    const engine = httpEngine({ url: counterpart.url, options: synchronous })
    expect(await engine.start(jobs['image.generate'], patient)).toMatchObject({ kind })
  })
})

describe('a poll over kind http', () => {
  test.each([
    [{ json: { status: 0 } }, { kind: 'pending', stage: 'queued' }],
    [{ json: { status: 1, percent: 30 } }, { kind: 'pending', stage: 'running', progress: 0.3 }],
    [{ json: {} }, { kind: 'pending', stage: 'running' }],
    [
      { json: { status: 3, error: { text: 'broke' } } },
      { kind: 'failed', code: 'GENERATION_FAILED', message: 'broke' },
    ],
    [
      { json: { status: 3, error: { code: 'moderation', text: 'no' } } },
      { kind: 'failed', code: 'INVALID_INPUT' },
    ],
    [{ json: { status: 4 } }, { kind: 'failed', code: 'INVALID_INPUT' }],
    [{ json: { status: 'gone' } }, { kind: 'lost' }],
    [{ json: { status: 2, files: [] } }, { kind: 'failed', code: 'GENERATION_FAILED' }],
    [{ json: { status: 'constructor' } }, { kind: 'unavailable' }],
    [{ status: 404, json: {} }, { kind: 'lost' }],
    [{ status: 410, json: {} }, { kind: 'lost' }],
    [{ status: 400, json: { error: { code: 'gpu_lost', text: 'fell off' } } }, { kind: 'failed' }],
    ['endless', { kind: 'failed', code: 'GENERATION_FAILED' }],
  ] satisfies [CounterpartResponse, object][])('%j is %j', async (response, expected) => {
    const counterpart = await startCounterpart(() => response)
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    expect(await pollOnce(engine, { product: 'video.generate', id: 'a b' })).toMatchObject(expected)
    expect(counterpart.requests[0]?.path).toBe('/jobs/a%20b')
  })

  test('returns every result of a list', async () => {
    const files = [{ url: '/files/1' }, { url: '/files/2' }]
    const counterpart = await startCounterpart(() => ({ json: { status: 2, files } }))
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    const response = await pollOnce(engine, { product: 'video.generate', id: '1' })
    expect(response.kind === 'succeeded' && response.outputs.length).toBe(2)
  })
})

describe('the recipients of the key over kind http', () => {
  test('polls an address of the engine’s own origin with the key', async () => {
    const counterpart = await startCounterpart(({ method }) => ({
      json: method === 'POST' ? { poll_url: '/status?job=1' } : { status: 1 },
    }))
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    const started = startedJob(await engine.start(job, patient))
    expect(await pollOnce(engine, started)).toMatchObject({ kind: 'pending' })
    expect(counterpart.requests[1]).toMatchObject({
      path: '/status?job=1',
      headers: { authorization: 'Bearer secret-key' },
    })
  })

  test.each([
    ['allowedHosts alone', 'allowedHosts: [127.0.0.1]', undefined],
    ['allowedHosts and keyHosts', 'allowedHosts: [127.0.0.1]\nkeyHosts: [127.0.0.1]', 'Bearer secret-key'],
  ])('polls another host of %s, and sends the key only where allowed', async (_name, hosts, key) => {
    const other = await startCounterpart(() => ({ json: { status: 1 } }))
    const counterpart = await startCounterpart(() => ({ json: { poll_url: `${other.url}/status/1` } }))
    const engine = httpEngine({ url: counterpart.url, options: `${asynchronous}${hosts}` })
    const started = startedJob(await engine.start(job, patient))
    expect(await pollOnce(engine, started)).toMatchObject({ kind: 'pending' })
    expect(other.requests[0]?.headers.authorization).toBe(key)
  })

  test.each(['http://127.0.0.1:9/status/1', 'file:///etc/passwd', 'http://', 'ftp://127.0.0.1/1'])(
    'does not follow %s, and polls by the id if there is one',
    async (pollUrl) => {
      const responses = [{ poll_url: pollUrl }, { id: '7', poll_url: pollUrl }]
      const counterpart = await startCounterpart(() => ({ json: responses.shift() }))
      const engine = httpEngine({ url: counterpart.url, options: asynchronous })
      expect(await engine.start(job, patient)).toMatchObject({ kind: 'failed' })
      expect(await engine.start(job, patient)).toMatchObject({ kind: 'started', job: { id: '7' } })
    },
  )

  test('a stored polling address is not followed once its host is no longer allowed', async () => {
    const other = await startCounterpart(() => ({ json: { status: 1 } }))
    const engine = httpEngine({ url: 'http://localhost:9', options: asynchronous })
    const stored = { product: 'video.generate', pollUrl: `${other.url}/status/1` }
    expect(await pollOnce(engine, stored)).toMatchObject({ kind: 'unavailable' })
    expect(other.requests).toHaveLength(0)
  })

  test('results of other hosts are fetched without the key, and only where they are allowed', async () => {
    const other = await startCounterpart(() => ({ bytes: video }))
    const files = [{ url: `${other.url.replace('127.0.0.1', 'localhost')}/1` }]
    const counterpart = await startCounterpart(() => ({ json: { status: 2, files } }))
    const stored = { product: 'video.generate', id: '1' }
    const fetchWith = async (hosts: string) => {
      const response = await pollOnce(
        httpEngine({ url: counterpart.url, options: `${asynchronous}${hosts}` }),
        stored,
      )
      if (response.kind !== 'succeeded') throw new Error(response.kind)
      return bytesOf(response.outputs[0])
    }
    await expect(fetchWith('')).rejects.toThrow('not among the allowed hosts')
    expect(other.requests).toHaveLength(0)
    expect(await fetchWith('allowedHosts: [localhost]')).toEqual(video)
    expect(other.requests.map(({ headers }) => headers.authorization)).not.toContain('Bearer secret-key')
  })

  test('a provider without a key sends none', async () => {
    const counterpart = await startCounterpart(() => ({ json: { id: '1' } }))
    const engine = httpEngine({ url: counterpart.url, options: asynchronous, apiKey: undefined })
    await engine.start(job, patient)
    expect(counterpart.requests[0]?.headers.authorization).toBeUndefined()
  })
})

describe('a search over kind http', () => {
  const options = `${asynchronous}find: { path: '/jobs?tag={{taskId}}', list: items, id: id, match: { meta.tag: 'mediagen-{{taskId}}' } }`
  const mine = { id: 7, meta: { tag: `mediagen-${job.taskId}` } }
  const other = { id: 8, meta: { tag: 'mediagen-another' } }

  test.each([
    [{ json: { items: [other, mine] } }, { kind: 'found', job: { product: 'video.generate', id: '7' } }],
    [{ json: { items: [other] } }, { kind: 'unknown' }],
    [{ json: { items: [mine, { ...mine, id: 9 }] } }, { kind: 'unknown' }],
    [{ json: { items: 'none' } }, { kind: 'unknown' }],
  ] satisfies [CounterpartResponse, object][])('that gets %j is %j', async (response, expected) => {
    const counterpart = await startCounterpart(() => response)
    const engine = httpEngine({ url: counterpart.url, options })
    expect(engine.submission).toBe('findable')
    expect(await engine.find?.(job, patient)).toMatchObject(expected)
    expect(counterpart.requests[0]?.path).toBe(`/jobs?tag=${job.taskId}`)
  })

  test('is not offered if the API has no list', () => {
    const engine = httpEngine({ url: 'http://127.0.0.1:9', options: asynchronous })
    expect([engine.submission, engine.find]).toEqual(['once', undefined])
  })
})

describe('the end of a job over kind http', () => {
  test.each([
    [{ json: { state: 'stopped' } }, 'cancelled'],
    [{ json: { state: 'done' } }, 'finished'],
    [{ status: 409, json: {} }, 'finished'],
    [{ json: { state: 'running' } }, 'runs-on'],
    [{ json: {} }, 'unknown'],
    [{ status: 500, json: {} }, 'unknown'],
  ] satisfies [CounterpartResponse, string][])('a cancel that gets %j is %s', async (response, expected) => {
    const counterpart = await startCounterpart(() => response)
    const engine = httpEngine({ url: counterpart.url, options: asynchronous })
    expect(await engine.cancel?.({ product: 'video.generate', id: '1' }, patient)).toBe(expected)
    expect(counterpart.requests[0]?.path).toBe('/jobs/1/cancel')
  })

  test('a check names what is wrong: the key, the model, or that nothing responds', async () => {
    const responses: CounterpartResponse[] = [
      { json: { data: [{ id: 'm' }] } },
      { json: { data: [{ id: 'other' }] } },
      { status: 401, json: { error: 'no' } },
    ]
    const counterpart = await startCounterpart(() => responses.shift() ?? {})
    const options = `${asynchronous}check: { path: /models, models: 'data.*.id' }`
    const engine = httpEngine({ url: counterpart.url, options, models: { 'video.generate': 'm' } })
    const found = { reachable: true, keyAccepted: true, modelFound: true }
    expect(await engine.check?.(patient)).toMatchObject(found)
    expect(await engine.check?.(patient)).toMatchObject({ ...found, modelFound: false })
    expect(await engine.check?.(patient)).toMatchObject({ reachable: true, keyAccepted: false })
    await counterpart.close()
    expect(await engine.check?.(patient)).toMatchObject({ reachable: false })
  })

  test('a check and a start report the engine’s message about the key at the pointer of errors.message', async () => {
    const counterpart = await startCounterpart(() => ({
      status: 401,
      json: { error: { text: 'No such key.' } },
    }))
    const options = `${asynchronous}check: { path: /me }`
    const engine = httpEngine({ url: counterpart.url, options })
    const message = 'The engine answered 401 Unauthorized: No such key.'
    expect(await engine.check?.(patient)).toMatchObject({ keyAccepted: false, detail: message })
    expect(await engine.start(job, patient)).toEqual({ kind: 'unavailable', message })
  })

  test('a web page that responds to a check is not mistaken for the engine', async () => {
    const counterpart = await startCounterpart(() => ({ text: '<!DOCTYPE html><h1>Welcome</h1>' }))
    const options = `${asynchronous}check: { path: /me }`
    const engine = httpEngine({ url: counterpart.url, options })
    expect(await engine.check?.(patient)).toEqual({
      reachable: false,
      detail: 'A web page answers at this URL.',
    })
  })
})
