import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { GateBusyError, type GateSubject, gateStages } from '../../server/src/core/ports/gate.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { untilHolds } from '../support/until-holds.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { patient } from './support/engine.ts'
import { type GateEntry, gateOf, media, plainOptions, subjects } from './support/gate.ts'
import { inputPng, jobs } from './support/job.ts'

const dataUrl = `data:image/png;base64,${Buffer.from(inputPng).toString('base64')}`

async function ask(
  response: CounterpartResponse,
  entry: Partial<GateEntry> = {},
  subject: Parameters<ReturnType<typeof gateOf>['ask']>[0] = subjects.words,
) {
  const gate = await startCounterpart(() => response)
  const verdict = await gateOf({ url: `${gate.url}/v1`, options: plainOptions, ...entry }).ask(
    subject,
    patient,
  )
  return { verdict, requests: gate.requests }
}

const allowed = { json: { verdict: 'allow' } }

describe('a request to a gate', () => {
  test('carries what its template names, and omits fields without a value', async () => {
    const { verdict, requests } = await ask(allowed)
    expect(verdict).toEqual({ kind: 'allowed', reason: undefined })
    const [request] = requests
    expect(request).toMatchObject({ method: 'POST', path: '/v1/check' })
    expect(request?.headers.authorization).toBe('Bearer secret-key-of-the-gate')
    expect(request?.json()).toEqual({ prompt: 'a lighthouse at dawn', task: subjects.words.job.taskId })
  })

  test('contains the words that the engine would get: the effect’s, the caller’s, and what is to be avoided', async () => {
    const options = `
request: { path: /, json: { prompt: '{{prompt}}', negativePrompt: '{{negativePrompt}}', both: '{{prompts}}', product: '{{product}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const { requests } = await ask(allowed, { options }, subjects.input)
    expect(requests[0]?.json()).toEqual({
      prompt: 'Repaint it in oil. a lighthouse at dawn',
      negativePrompt: 'people, photograph',
      both: 'Repaint it in oil. a lighthouse at dawn\nNegative prompt: people, photograph',
      product: 'image.transform',
    })
  })

  test.each([
    ['image.base64', { before: true, after: false, upload: false }],
    ['input.file', { before: true, after: true, upload: false }],
    ['result.dataUrl', { before: false, after: false, upload: false }],
    ['input.url', { before: false, after: false, upload: false }],
  ] as const)('with {{%s}} says at which stages it takes the input upright', (placeholder, expected) => {
    const options = `
request: { path: /, multipart: { part: '{{${placeholder}}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const gate = gateOf({ url: 'http://127.0.0.1:9', options })
    expect(Object.fromEntries(gateStages.map((stage) => [stage, gate.takesUpright?.(stage)]))).toEqual(
      expected,
    )
  })

  test.each([
    ['before, the input', subjects.input, { image: 'inputs', input: 'inputs' }],
    ['after, the result', subjects.result, { image: 'results', input: 'inputs', result: 'results' }],
    ['after a video, no image', subjects.video, { result: 'results' }],
    ['of an upload, the upload', subjects.upload, { image: 'results', input: 'results' }],
  ])('sends as image %s', async (_stage, subject, expected) => {
    const options = `
request: { path: /, json: { image: '{{image.url}}', input: '{{input.url}}', result: '{{result.url}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const { requests } = await ask(allowed, { options }, subject)
    const links = Object.entries(requests[0]?.json() ?? {}).map(([name, link]) => [
      name,
      new URL(String(link)).pathname.split('/')[1],
    ])
    expect(Object.fromEntries(links)).toEqual(expected)
  })

  test('sends an image as data URL, base64 or file', async () => {
    const options = `
request: { path: /, multipart: { a: '{{image.dataUrl}}', b: '{{image.base64}}', c: '{{image.file}}', secret: '{{apiKey}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const { requests } = await ask(allowed, { options }, subjects.upload)
    const form = await requests[0]?.form()
    expect(form?.get('a')).toBe(dataUrl)
    expect(form?.get('b')).toBe(dataUrl.split(',')[1])
    const file = form?.get('c')
    if (!(file instanceof File)) throw new Error('no file')
    expect([file.name, file.type, Buffer.from(await file.arrayBuffer())]).toEqual([
      'image.png',
      'image/png',
      Buffer.from(inputPng),
    ])
    expect(form?.get('secret')).toBe('secret-key-of-the-gate')
  })

  test('judges the picture that the engine gets, and of a link the upload itself', async () => {
    const options = `
request: { path: /, json: { sent: '{{image.base64}}', typed: '{{input.dataUrl}}', linked: '{{image.url}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const seen = Buffer.from('what the engine gets')
    const { job } = subjects.input
    const input = {
      ...jobs['image.transform'].input,
      upright: async () => ({ contentType: 'image/jpeg', bytes: seen }),
    }
    const { requests } = await ask(allowed, { options }, { stage: 'before', job: { ...job, input } })
    const sent = seen.toString('base64')
    const linked = await input.link()
    expect(requests[0]?.json()).toEqual({ sent, typed: `data:image/jpeg;base64,${sent}`, linked })
  })

  test('leaves out the items of a list in which a placeholder has no value', async () => {
    const options = `
request: { path: /, json: { input: [{ type: text, text: '{{prompts}}' }, { type: image, url: '{{image.url}}' }] } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const words = await ask(allowed, { options })
    expect(words.requests[0]?.json()).toMatchObject({ input: [{ type: 'text' }] })
    const upload = await ask(allowed, { options }, subjects.upload)
    expect(upload.requests[0]?.json()).toEqual({ input: [{ type: 'image', url: await media.link() }] })
  })
})

describe('a verdict', () => {
  test.each([
    ['true and false', 'verdict: { pointer: flagged, allow: [false], refuse: [true] }', { flagged: true }],
    ['numbers', 'verdict: { pointer: code, allow: [0], refuse: [1, 2] }', { code: 2 }],
    [
      'patterns',
      "verdict: { pointer: text, allow: [safe], refuse: ['unsafe*'] }",
      { text: '\n\nunsafe\nS1' },
    ],
    [
      'one of several',
      "verdict: { pointer: 'r.*.v', allow: [ok], refuse: [no] }",
      { r: [{ v: 'ok' }, { v: 'no' }] },
    ],
    ['scores', 'verdict: { scores: { a.b: 0.5, a.c: 0.9 } }', { a: { b: 0.5, c: 0.1 } }],
  ])('is read from %s', async (_name, reading, body) => {
    const options = `request: { path: /, json: { a: 1 } }\n${reading}`
    expect((await ask({ json: body }, { options })).verdict.kind).toBe('refused')
  })

  test('is read from the HTTP status alone where the options say so', async () => {
    const options = "request: { path: /, json: {} }\nverdict: { http: { '204': allow, '403': refuse } }"
    expect((await ask({ status: 204 }, { options })).verdict.kind).toBe('allowed')
    expect((await ask({ status: 403 }, { options })).verdict.kind).toBe('refused')
    expect((await ask({ status: 200, json: {} }, { options })).verdict.kind).toBe('failed')
  })

  test.each([
    [200, 'allowed'],
    [201, 'allowed'],
    [202, 'failed'],
    [206, 'failed'],
    [207, 'failed'],
  ])('with status %i that allows is %s', async (status, kind) => {
    expect((await ask({ status, json: { verdict: 'allow' } })).verdict.kind).toBe(kind)
  })

  test.each([
    ['no value', { other: 1 }],
    ['an unknown value', { verdict: 'perhaps' }],
    ['an object', { verdict: { allow: true } }],
    ['an empty list', { verdict: [] }],
    ['another letter', { verdict: 'allowed' }],
  ])('of %s is none: nothing is allowed that was not allowed in so many words', async (_name, json) => {
    expect((await ask({ json })).verdict.kind).toBe('failed')
  })

  test.each([
    ['an element without the value', 'r.*.v', { r: [{ v: 'ok' }, { error: 'unreadable' }] }],
    ['an element that is null', 'r.*.v', { r: [{ v: 'ok' }, null] }],
    ['an element with an object', 'r.*.v', { r: [{ v: 'ok' }, { v: { ok: true } }] }],
    ['an element with a list', 'r.*.v', { r: [{ v: 'ok' }, { v: ['ok'] }] }],
    ['an empty list', 'r.*.v', { r: [] }],
    ['an object in place of the list', 'r.*.v', { r: { v: 'ok' } }],
    ['an empty list within a list', 'r.*.s.*.v', { r: [{ s: [{ v: 'ok' }] }, { s: [] }] }],
    ['no list within a list', 'r.*.s.*.v', { r: [{ s: [{ v: 'ok' }] }, {}] }],
    ['a list of lists', 'r.*', { r: ['ok', ['ok']] }],
    ['one of two pointers without a value', '[a, b]', { a: 'ok' }],
  ])('of %s is none, in whatever order', async (_name, pointer, json) => {
    const options = `request: { path: /, json: {} }\nverdict: { pointer: ${pointer}, allow: [ok], refuse: [no] }`
    expect((await ask({ json }, { options })).verdict.kind).toBe('failed')
    const reversed = { ...json, ...('r' in json && Array.isArray(json.r) && { r: json.r.toReversed() }) }
    expect((await ask({ json: reversed }, { options })).verdict.kind).toBe('failed')
  })

  test.each([
    ['a pattern that matches anything', "pointer: 'r.*.v', allow: ['*'], refuse: [no]"],
    ['values', "pointer: 'r.*.v', allow: [ok], refuse: [no]"],
  ])('refuses by %s what is refused in one part, whatever the others are', async (_name, verdict) => {
    const options = `request: { path: /, json: {} }\nverdict: { ${verdict} }`
    const judge = async (...r: readonly unknown[]) => (await ask({ json: { r } }, { options })).verdict.kind
    expect(await judge({ v: 'no' }, {})).toBe('refused')
    expect(await judge({}, { v: 'no' }, { v: 'ok' })).toBe('refused')
    expect(await judge({}, { v: 'ok' })).toBe('failed')
    expect(await judge({ v: 'OK ' }, { v: 'ok' })).toBe('allowed')
  })

  test('by scores names the one that refuses by the reason at its place, if that has one', async () => {
    const options =
      "request: { path: /, json: {} }\nverdict: { scores: { 'c.*.score': 4 } }\nreason: 'c.*.name'"
    const judge = async (...c: readonly unknown[]) => (await ask({ json: { c } }, { options })).verdict
    const hate = { name: 'hate', score: 0 }
    expect(await judge(hate, { score: 6 })).toEqual({ kind: 'refused', reason: 'score' })
    expect(await judge({ score: 1 }, { name: 'sexual', score: 6 }, hate)).toEqual({
      kind: 'refused',
      reason: 'sexual',
    })
    expect(await judge(hate, {}, { name: 'sexual', score: 6 })).toEqual({ kind: 'refused', reason: 'sexual' })
    expect((await judge(hate, {})).kind).toBe('failed')
  })

  test('of scores is none if one of them is missing or no number', async () => {
    const options = 'request: { path: /, json: {} }\nverdict: { scores: { a: 0.5, b: 0.5 } }'
    expect((await ask({ json: { a: 0.1 } }, { options })).verdict.kind).toBe('failed')
    expect((await ask({ json: { a: 0.1, b: '0.9' } }, { options })).verdict.kind).toBe('failed')
    expect((await ask({ json: { a: 0.1, b: -1 } }, { options })).verdict.kind).toBe('failed')
    expect((await ask({ text: '{"a":0.1,"b":-1e999}' }, { options })).verdict.kind).toBe('failed')
    expect((await ask({ json: { a: 0.9, b: -1 } }, { options })).verdict.kind).toBe('refused')
    expect((await ask({ json: { a: 0.1, b: 0.2 } }, { options })).verdict.kind).toBe('allowed')
  })

  test.each([
    ['a text', 'reason: why', { verdict: 'refuse', why: 'nudity' }, 'nudity'],
    ['a list', 'reason: why', { verdict: 'refuse', why: ['a', 7] }, 'a, 7'],
    [
      'flags',
      'reason: why',
      { verdict: 'refuse', why: { hate: true, sexual: false, violence: true } },
      'hate, violence',
    ],
  ])('has the reason of %s', async (_name, reason, body, expected) => {
    const options = plainOptions.replace('reason: reason', reason)
    expect((await ask({ json: body }, { options })).verdict).toEqual({ kind: 'refused', reason: expected })
  })
})

describe('a gate that gives no verdict', () => {
  test.each<[string, CounterpartResponse, RegExp]>([
    ['fails with 500', { status: 500, json: { error: 'no memory' } }, /500 Internal Server Error: no memory/],
    ['refuses the key', { status: 401, json: {} }, /401/],
    ['redirects', { status: 302, headers: { Location: 'http://169.254.169.254/' } }, /302/],
    ['sends garbage', { text: '<html>not JSON' }, /not JSON/],
    ['resets the connection', 'reset', /connection failed/],
    ['sends half a body', { json: { verdict: 'allow' }, truncateAt: 5 }, /connection failed/],
    ['sends a body without end', 'endless', /larger than/],
    [
      'sends a gigabyte',
      { headers: { 'Content-Length': String(1024 ** 3) }, text: '{}' },
      /larger than|failed/,
    ],
    ['sends nothing', 'hang', /The gate did not respond in time/],
  ])('because it %s has failed', async (_name, response, reason) => {
    const { verdict } = await ask(response, response === 'hang' ? { timeoutMs: 100 } : {})
    expect(verdict.kind).toBe('failed')
    expect(verdict.reason).toMatch(reason)
  })

  test('because nothing listens has failed', async () => {
    const gone = await startCounterpart(() => allowed)
    await gone.close()
    const gate = gateOf({ url: gone.url, options: plainOptions })
    expect(await gate.ask(subjects.words, patient)).toMatchObject({ kind: 'failed' })
  })

  test('has failed if the store cannot be read', async () => {
    const result = {
      ...media,
      link: async () => {
        throw new Error('The store is down.')
      },
    }
    const { verdict, requests } = await ask(allowed, {}, { ...subjects.result, result })
    expect(verdict).toEqual({ kind: 'failed', reason: 'The bytes for the gate could not be read.' })
    expect(requests).toEqual([])
  })

  test('is not sent what is too large for a body', async () => {
    const options = plainOptions.replace('image.url', 'result.base64')
    const huge = { ...media, sizeBytes: 1024 ** 3 }
    const { verdict, requests } = await ask(allowed, { options }, { ...subjects.video, result: huge })
    expect(verdict).toMatchObject({ kind: 'failed', reason: expect.stringContaining('only a link') })
    expect(requests).toEqual([])
  })
})

describe.each(['base64', 'url'] as const)('the line of a gate that is sent {{image.%s}}', (form) => {
  const places = 8
  const options = `
request: { path: /, json: { image: '{{image.${form}}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`

  /** A gate whose places are taken by uploads of one account until they are released, which returns their verdicts. */
  async function startFull(settings: { readonly turnMsMax?: number } = {}) {
    const { url } = await startCounterpart(() => allowed)
    const gate = gateOf({ url, options, ...settings })
    const read: string[] = []
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const ask = (accountId: string) => {
      const reading =
        <T>(value: T) =>
        async () => {
          read.push(accountId)
          await released
          return value
        }
      const input = { ...media, bytes: reading(inputPng), link: reading('https://store.example/1') }
      const subject = { ...subjects.upload, input }
      return gate.ask(subject, patient, accountId)
    }
    const first = Array.from({ length: places }, () => ask('many'))
    return {
      ask,
      read,
      release() {
        release()
        return Promise.all(first)
      },
    }
  }

  test('lets accounts take turns', async () => {
    const { ask, read, release } = await startFull()
    const waiting = ['many', 'many', 'many', 'other'].map(ask)
    await release()
    for (const verdict of await Promise.all(waiting)) expect(verdict.kind).toBe('allowed')
    expect(read.slice(0, places + 1)).toEqual([...Array(places).fill('many'), 'other'])
  })

  test('is no verdict: an upload that waits too long in it is told so, and the gate is not asked', async () => {
    const { ask, read, release } = await startFull({ turnMsMax: 1 })
    await expect(ask('other')).rejects.toThrow(GateBusyError)
    for (const verdict of await release()) expect(verdict.kind).toBe('allowed')
    expect(read).not.toContain('other')
  })
})

describe('the gates of a process', () => {
  const options = `
request: { path: /, json: { id: '{{uploadId}}', image: '{{image.base64}}', input: '{{input.dataUrl}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
  const mebibyte = 1024 ** 2

  const largeOf = (bytes: () => Promise<Uint8Array>) => ({
    ...subjects.upload,
    input: { ...media, sizeBytes: 32 * mebibyte, bytes },
  })

  test('read and send at most 128 MiB of files at once together, and let no upload wait too long for it', async () => {
    const { url } = await startCounterpart(() => allowed)
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const held = Array.from({ length: 4 }, (_, index) =>
      gateOf({ url, options }).ask(
        largeOf(() => released.then(() => inputPng)),
        patient,
        `a${index}`,
      ),
    )
    const read = vi.fn(async () => inputPng)
    const impatient = gateOf({ url, options, turnMsMax: 1 })
    const small = { ...subjects.upload, input: { ...media, bytes: read } }
    await expect(impatient.ask(small, patient, 'other')).rejects.toThrow(GateBusyError)
    expect(read).not.toHaveBeenCalled()
    const words = gateOf({ url, options: plainOptions })
    expect((await words.ask(subjects.words, patient, 'other')).kind).toBe('allowed')
    release()
    for (const verdict of await Promise.all(held)) expect(verdict.kind).toBe('allowed')
  })

  test('wait for no other gate that takes long to judge large files, each of which is read once', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const slow = await startCounterpart(() => released.then(() => allowed))
    const read = vi.fn(async () => inputPng)
    const many = gateOf({ url: slow.url, options })
    const held = Array.from({ length: 8 }, () => many.ask(largeOf(read), patient, 'many'))
    const { url } = await startCounterpart(() => allowed)
    expect((await gateOf({ url, options }).ask(largeOf(read), patient, 'other')).kind).toBe('allowed')
    release()
    for (const verdict of await Promise.all(held)) expect(verdict.kind).toBe('allowed')
    expect(read).toHaveBeenCalledTimes(9)
  })

  test.each([
    ['an upload is read for it, and is let go once it is sent', subjects.upload, 0],
    ['an input is what its engine gets, and stays', subjects.input, 300_000],
  ])('hold no file while a gate judges it: %s', async (_name, subject, left) => {
    const bytes = new Uint8Array(300_000)
    const file = { contentType: 'image/png', sizeBytes: bytes.byteLength, bytes: async () => bytes }
    const given: GateSubject =
      subject.stage === 'upload'
        ? { ...subject, input: { ...media, ...file } }
        : {
            ...subject,
            job: {
              ...subject.job,
              input: { ...subject.job.input, upright: async () => ({ ...file, bytes }) },
            },
          }
    const { url } = await startCounterpart(async () => {
      await untilHolds(() => expect(bytes.byteLength).toBe(left))
      return allowed
    })
    expect((await gateOf({ url, options }).ask(given, patient)).kind).toBe('allowed')
  })
})

describe('a large file', () => {
  const bytes = randomBytes(300_001)
  const base64 = bytes.toString('base64')
  const large = { ...media, sizeBytes: bytes.byteLength, bytes: async () => Buffer.from(bytes) }
  const subject = { ...subjects.upload, input: large }
  const options = `
request: { path: /, json: { image: '{{image.base64}}', messages: [{ "a key": 'of {{input.dataUrl}} and {{image.base64}}, "{{uploadId}}"' }] } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
  const json = {
    image: base64,
    messages: [
      { 'a key': `of data:image/png;base64,${base64} and ${base64}, "${subjects.upload.uploadId}"` },
    ],
  }

  test('is sent at every place that names it, with the length of the body', async () => {
    const { verdict, requests } = await ask(allowed, { options }, subject)
    expect(verdict.kind).toBe('allowed')
    const [request] = requests
    expect(request?.json()).toEqual(json)
    expect(request?.headers).toMatchObject({
      'content-length': String(request?.body.length),
      'content-type': 'application/json',
    })
  })

  test('is sent whole in each part of a form', async () => {
    const form = `
request: { path: /, multipart: { file: '{{image.file}}', text: 'of {{image.dataUrl}}', both: { list: ['{{input.base64}}', 1] } } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`
    const { requests } = await ask(allowed, { options: form }, subject)
    const sent = await requests[0]?.form()
    const file = sent?.get('file')
    if (!(file instanceof File)) throw new Error('no file')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(sent?.get('text')).toBe(`of data:image/png;base64,${base64}`)
    expect(sent?.get('both')).toBe(JSON.stringify({ list: [base64, 1] }))
    expect(requests[0]?.headers['content-length']).toBe(String(requests[0]?.body.length))
  })

  test('is sent again to a gate that was busy', async () => {
    const answers = [{ status: 429, headers: { 'Retry-After': '0' } }, allowed]
    const { url, requests } = await startCounterpart(() => answers.shift() ?? { status: 500 })
    expect((await gateOf({ url, options }).ask(subject, patient)).kind).toBe('allowed')
    expect(requests.map((request) => request.json())).toEqual([json, json])
  })

  test.each([
    [{ status: 401, json: {} }, /401/],
    ['reset', /connection failed/],
  ] as const)('to which a gate answers %j has failed as a small one would', async (response, reason) => {
    const { verdict } = await ask(response, { options }, subject)
    expect(verdict).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) })
  })

  test('that a gate does not read to the end has failed, and its process lives', async () => {
    for (const end of [(request: IncomingMessage) => request.socket.resetAndDestroy(), () => undefined]) {
      const server = createServer((request) => {
        request.once('data', () => {
          request.pause()
          end(request)
        })
      })
      const { url, close } = await listenLocally(server)
      onTestFinished(close)
      const many = { ...large, sizeBytes: 20_000_000, bytes: async () => Buffer.alloc(20_000_000) }
      const gate = gateOf({ url, options, timeoutMs: 500 })
      const verdict = await gate.ask({ ...subjects.upload, input: many }, patient)
      expect(verdict).toMatchObject({ kind: 'failed' })
    }
  })

  describe.each([
    ['JSON', "json: { image: '{{image.base64}}' }"],
    ['a form', "multipart: { image: '{{image.file}}' }"],
  ])('in %s of which a gate has read only the beginning', (_name, body) => {
    const many = { ...large, sizeBytes: 30_000_000, bytes: async () => Buffer.alloc(30_000_000) }
    const early = `
request: { path: /, ${body} }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse], http: { '204': allow } }
`
    interface EarlyResponse {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly verdict?: 'allow' | 'refuse'
    }
    const busy = { status: 429, headers: { 'Retry-After': '0' } }

    /** What comes of responses that a gate gives, one a request, before it reads on. */
    async function judge(responses: readonly EarlyResponse[]) {
      const left = [...responses]
      const server = createServer((request, response) => {
        const { status = 200, headers = {}, verdict } = left.shift() ?? { status: 500 }
        request.pause()
        response.writeHead(status, headers)
        response.end(status === 204 ? undefined : JSON.stringify({ verdict }))
      })
      const { url, close } = await listenLocally(server)
      onTestFinished(close)
      return gateOf({ url, options: early }).ask({ ...subjects.upload, input: many }, patient)
    }

    test.each<EarlyResponse>([{ verdict: 'allow' }, { status: 204 }])(
      'is not allowed by %j',
      async (response) => {
        const reason = 'The gate allowed before it had the whole request.'
        expect(await judge([response])).toEqual({ kind: 'failed', reason })
      },
    )

    test('is refused if the gate says so', async () => {
      expect((await judge([{ verdict: 'refuse' }])).kind).toBe('refused')
    })

    test('is sent again if the gate is busy', async () => {
      expect((await judge([busy, { verdict: 'refuse' }])).kind).toBe('refused')
    })
  })
})

test('a gate that says that it is busy is asked again, for as long as an upload may wait', async () => {
  const answers = [{ status: 429, headers: { 'Retry-After': '0' } }, allowed]
  const { url, requests } = await startCounterpart(() => answers.shift() ?? { status: 429 })
  const gate = gateOf({ url, options: plainOptions, turnMsMax: 500 })
  expect((await gate.ask(subjects.words, patient)).kind).toBe('allowed')
  expect(requests).toHaveLength(2)
  await expect(gate.ask(subjects.upload, patient)).rejects.toThrow(GateBusyError)
})

test('a status that the options know is a verdict, and no sign of a busy gate', async () => {
  const options = plainOptions.replace('refuse: [refuse] }', "refuse: [refuse], http: { '429': refuse } }")
  const { verdict, requests } = await ask({ status: 429, json: {} }, { options })
  expect([verdict.kind, requests.length]).toEqual(['refused', 1])
})

test('what a gate says is shown as one short line without the key', async () => {
  const reason = `Bearer secret-key-of-the-gate is\nbad ${'x'.repeat(1_000)}`
  const { verdict } = await ask({ json: { verdict: 'refuse', reason } })
  expect(verdict.reason).toMatch(/^Bearer \[key\] ?is bad x+$/)
  expect(verdict.reason).toHaveLength(200)
  const failed = await ask({ status: 500, json: { error: 'key secret-key-of-the-gate is wrong' } })
  expect(failed.verdict.reason).not.toContain('secret-key')
})

describe('the check of a gate', () => {
  const options = plainOptions.replace('image.url', 'image.dataUrl')

  test('asks about a harmless sample', async () => {
    const counterpart = await startCounterpart(() => allowed)
    const gate = gateOf({ url: counterpart.url, options })
    expect(await gate.check(patient)).toEqual({
      reachable: true,
      keyAccepted: true,
      sample: 'allowed',
      detail: '',
    })
    expect(counterpart.requests[0]?.json()).toMatchObject({ prompt: 'A red balloon over a green meadow.' })
  })

  test.each<[string, CounterpartResponse, object]>([
    ['refuses it', { json: { verdict: 'refuse', reason: 'red' } }, { reachable: true, sample: 'refused' }],
    ['refuses the key', { status: 401, json: {} }, { reachable: true, keyAccepted: false, sample: 'failed' }],
    ['is a web page', { text: '<!doctype html>' }, { reachable: false }],
    ['resets', 'reset', { reachable: false }],
  ])('shows that it %s', async (_name, response, expected) => {
    const counterpart = await startCounterpart(() => response)
    expect(await gateOf({ url: counterpart.url, options }).check(patient)).toMatchObject(expected)
  })
})
