import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { productNames } from '../../server/src/core/domain/products.ts'
import { type Counterpart, type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { httpEngine, patient, pollOnce, startedJob } from './support/engine.ts'
import { imageWires } from './support/image-wires.ts'
import { bytesOf, jobs } from './support/job.ts'
import type { PresetWire } from './support/preset-wire.ts'
import { videoWires } from './support/video-wires.ts'

const presetsDir = fileURLToPath(new URL('../../server/presets', import.meta.url))
const presetFiles = readdirSync(presetsDir).filter((file) => file.endsWith('.yaml'))
const presetWires = [...imageWires, ...videoWires]
const video = Buffer.from('the bytes of a video')

/** A minimal vendor: accepts one submission, and responds to each poll with the next of the given bodies. */
async function startVendor(
  wire: PresetWire,
  polls: readonly unknown[] = [],
  submission?: CounterpartResponse,
): Promise<Counterpart> {
  const left = [...polls]
  const submissionPaths = new Set(Object.values(wire.submissions).map(({ path }) => path))
  const counterpart: Counterpart = await startCounterpart(({ method, path }) => {
    const fill = (body: unknown): CounterpartResponse => ({
      text: JSON.stringify(body).replaceAll('{base}', counterpart.url),
      headers: { 'Content-Type': 'application/json' },
    })
    if (method === 'POST' && submissionPaths.has(path)) return submission ?? fill(wire.accepted)
    if (method === wire.cancel?.method && path === wire.cancel.path) return { json: {} }
    if (path === wire.pollPath) return fill(left.shift())
    if (path === wire.lookup?.path) return fill(wire.lookup.body)
    if (path === wire.resultPath) return { bytes: video }
    return { status: 404, json: { error: 'no such path' } }
  })
  return counterpart
}

function engineOf(wire: PresetWire, { url }: Counterpart) {
  return httpEngine({ url: `${url}${wire.base}`, options: `preset: ${wire.preset}`, models: wire.models })
}

function firstProductOf({ submissions }: PresetWire) {
  const product = productNames.find((name) => submissions[name] !== undefined)
  if (product === undefined) throw new Error('a wire without a product')
  return product
}

test('every shipped preset is tested against its vendor’s API', () => {
  expect(presetWires.map(({ preset }) => `${preset}.yaml`).sort()).toEqual(presetFiles.sort())
})

test('every preset says in its comment that it was not verified against the live service', () => {
  for (const file of presetFiles)
    expect(readFileSync(`${presetsDir}/${file}`, 'utf8'), file).toMatch(
      /stand-in only\.\s+(# )?Not verified: /,
    )
})

describe.each(presetWires)('preset $preset', (wire) => {
  const product = firstProductOf(wire)

  test('submits each product as the vendor documents it, with the key and nothing more', async () => {
    const vendor = await startVendor(wire)
    const engine = engineOf(wire, vendor)
    for (const name of productNames) {
      const expected = wire.submissions[name]
      expect(engine.serves(name, jobs[name].tier), name).toBe(expected !== undefined)
      if (expected === undefined) continue
      startedJob(await engine.start(jobs[name], patient))
      const request = vendor.requests.at(-1)
      expect(request?.method).toBe('POST')
      expect(request?.path).toBe(expected.path)
      expect(request?.json()).toEqual(expected.body)
      expect(request?.headers).toMatchObject({
        'content-type': 'application/json',
        [wire.keyHeader[0]]: wire.keyHeader[1],
        ...wire.headers,
      })
    }
  })

  test('follows a job from its submission to its bytes', async () => {
    const vendor = await startVendor(wire, [...wire.pending.map(([body]) => body), wire.done])
    const engine = engineOf(wire, vendor)
    const job = startedJob(await engine.start(jobs[product], patient))
    for (const [, stage] of wire.pending)
      expect(await pollOnce(engine, job)).toMatchObject({ kind: 'pending', stage })
    const response = await pollOnce(engine, job)
    if (response.kind !== 'succeeded') throw new Error(JSON.stringify(response))
    expect(response.outputs).toHaveLength(1)
    expect(await bytesOf(response.outputs[0])).toEqual(video)
    expect(vendor.count('POST', /./)).toBe(1)
  })

  test('distinguishes a failed job, a moderated one and one that is gone', async () => {
    const bodies = [wire.failed, wire.moderated, wire.lost].filter((body) => body !== undefined)
    const vendor = await startVendor(wire, bodies)
    const engine = engineOf(wire, vendor)
    const job = startedJob(await engine.start(jobs[product], patient))
    expect(await pollOnce(engine, job)).toMatchObject({ kind: 'failed', code: 'GENERATION_FAILED' })
    if (wire.moderated !== undefined)
      expect(await pollOnce(engine, job)).toMatchObject({ kind: 'failed', code: 'INVALID_INPUT' })
    if (wire.lost !== undefined) expect(await pollOnce(engine, job)).toEqual({ kind: 'lost' })
  })

  test('treats a rejection of the input as final', async () => {
    const { status, body } = wire.rejected
    const vendor = await startVendor(wire, [], { status, json: body })
    expect(await engineOf(wire, vendor).start(jobs[product], patient)).toMatchObject({ kind: 'rejected' })
  })

  test('cancels if the vendor can', async () => {
    const vendor = await startVendor(wire)
    const engine = engineOf(wire, vendor)
    const job = startedJob(await engine.start(jobs[product], patient))
    expect(engine.cancel !== undefined).toBe(wire.cancel !== undefined)
    if (wire.cancel === undefined) return
    expect(await engine.cancel?.(job, patient)).toBe('cancelled')
    expect(vendor.requests.at(-1)).toMatchObject(wire.cancel)
  })
})

describe('peculiarities of single vendors', () => {
  const wireOf = (preset: string): PresetWire => {
    const wire = presetWires.find((candidate) => candidate.preset === preset)
    if (wire === undefined) throw new Error(preset)
    return wire
  }

  test('Seedance: a lost submission is found again by its seed, and its absence proves nothing', async () => {
    const seeds = [jobs['video.generate'].seed, 5]
    const vendor = await startCounterpart(() => ({
      json: {
        total: 2,
        items: [
          { id: 'cgt-9', model: 'seedance-1-0-pro', seed: 3, status: 'running' },
          { id: 'cgt-1', model: 'seedance-1-0-pro', seed: seeds.shift(), status: 'running' },
        ],
      },
    }))
    const engine = engineOf(wireOf('byteplus-seedance'), vendor)
    expect(engine.submission).toBe('findable')
    expect(await engine.find?.(jobs['video.generate'], patient)).toEqual({
      kind: 'found',
      job: { product: 'video.generate', id: 'cgt-1' },
    })
    expect(await engine.find?.(jobs['video.generate'], patient)).toMatchObject({ kind: 'unknown' })
  })

  test('Wan: the images of a finished task are found as well', async () => {
    const wire = wireOf('dashscope-wan')
    const output = { task_status: 'SUCCEEDED', results: [{ url: '{base}/results/1' }] }
    const vendor = await startVendor(wire, [{ output }])
    const engine = engineOf(wire, vendor)
    const job = startedJob(await engine.start(jobs['image.generate'], patient))
    expect(await pollOnce(engine, job)).toMatchObject({ kind: 'succeeded' })
  })

  test.each([1002, 1004, 1008])(
    'MiniMax: %i within a 200 means that no job was taken, so another engine may take it',
    async (code) => {
      const body = { task_id: '', base_resp: { status_code: code, status_msg: 'not now' } }
      const wire = wireOf('minimax')
      const vendor = await startVendor(wire, [], { json: body })
      expect(await engineOf(wire, vendor).start(jobs['video.generate'], patient)).toEqual({
        kind: 'unavailable',
        message: 'not now',
      })
    },
  )

  test('Black Forest Labs: a polling address outside the vendor’s domain is not followed', async () => {
    const wire = wireOf('black-forest-labs')
    const vendor = await startVendor(wire, [], {
      json: { polling_url: 'http://elsewhere.example/v1/get_result?id=job-1' },
    })
    expect(await engineOf(wire, vendor).start(jobs['image.generate'], patient)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('elsewhere.example'),
    })
  })
})

describe('a key that xAI does not know', () => {
  const response = {
    status: 400,
    json: {
      code: 'invalid-argument',
      error: 'Incorrect API key provided. You can obtain one from the console.',
    },
  } as const

  test('is not blamed on the input: the job goes to another engine, and a started one is kept', async () => {
    const { url } = await startCounterpart(() => response)
    const engine = httpEngine({ url, options: 'preset: xai-video', models: { 'video.generate': 'grok' } })
    expect(await engine.start(jobs['video.generate'], patient)).toMatchObject({ kind: 'unavailable' })
    const job = { product: 'video.generate', id: '1' } as const
    expect(await pollOnce(engine, job)).toMatchObject({ kind: 'unavailable' })
  })

  test('is named by the check', async () => {
    const { url } = await startCounterpart(() => response)
    const engine = httpEngine({ url, options: 'preset: xai-video' })
    expect(await engine.check?.(patient)).toMatchObject({ reachable: true, keyAccepted: false })
  })
})
