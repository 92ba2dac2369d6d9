import { describe, expect, test } from 'vitest'
import { replicateKind } from '../../server/src/engines/replicate/replicate.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { engineOf, lookOnce, patient } from './support/engine.ts'
import { bytesOf, inputPng, jobs } from './support/job.ts'

const models = { 'image.generate': 'sdxl', 'image.transform': 'sdxl' }
const make = (url: string) => engineOf(replicateKind, { url, models, options: { mode: 'cog' } })
const { taskId } = jobs['image.generate']
const dataUrl = `data:image/png;base64,${Buffer.from('pixels').toString('base64')}`

async function containerWith(response: CounterpartResponse) {
  const counterpart = await startCounterpart(() => response)
  return { counterpart, provider: make(counterpart.url) }
}

describe('cog runs', () => {
  test('a job in one synchronous request under our id, and returns the result', async () => {
    const { counterpart, provider } = await containerWith({
      json: { id: taskId, status: 'succeeded', output: [dataUrl] },
    })
    const response = await provider.start(jobs['image.transform'], patient)
    if (response.kind !== 'succeeded') expect.unreachable()
    expect((await bytesOf(response.outputs[0])).toString()).toBe('pixels')
    expect(counterpart.requests).toHaveLength(1)
    const [request] = counterpart.requests
    expect(request).toMatchObject({ method: 'PUT', path: `/predictions/${taskId}` })
    expect(request?.headers.prefer).toBeUndefined()
    expect(request?.json()).toMatchObject({
      input: {
        seed: 1_234_567,
        image: `data:image/png;base64,${Buffer.from(inputPng).toString('base64')}`,
      },
    })
  })

  test.each<[string, CounterpartResponse, string]>([
    ['failed', { json: { status: 'failed', error: 'out of memory' } }, 'failed'],
    ['failed by its filter', { json: { status: 'failed', error: 'NSFW content detected' } }, 'rejected'],
    ['canceled', { json: { status: 'canceled' } }, 'failed'],
    ['done without a file', { json: { status: 'succeeded', output: null } }, 'failed'],
    ['still at work for an earlier start', { status: 202, json: { status: 'processing' } }, 'ambiguous'],
    ['not ready', { status: 503, json: { detail: 'starting' } }, 'unavailable'],
  ])('and a run that is %s is reported as such', async (_name, response, kind) => {
    const { provider } = await containerWith(response)
    expect(await provider.start(jobs['image.generate'], patient)).toMatchObject({ kind })
  })

  test('no job that has to be polled later', async () => {
    const { provider } = await containerWith({ status: 500 })
    expect(provider.submission).toBe('idempotent')
    expect(await provider.poll({ id: taskId }, lookOnce)).toEqual({ kind: 'lost' })
  })

  test.each([
    ['READY', true],
    ['BUSY', true],
    ['SETUP_FAILED', false],
  ])('only when it is ready: %s', async (status, modelFound) => {
    const { counterpart, provider } = await containerWith({ json: { status } })
    expect(await provider.check?.(patient)).toEqual({
      reachable: true,
      modelFound,
      detail: `Cog is ${status}`,
    })
    expect(counterpart.requests[0]?.path).toBe('/health-check')
  })
})
