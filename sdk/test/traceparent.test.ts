import { type Context, context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accepted, account, createFakeClient } from './support/fake-client.js'
import { errorResponse, json } from './support/fake-fetch.js'

const own = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const active = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

afterEach(() => {
  context.disable()
  propagation.disable()
  vi.unstubAllGlobals()
})

describe('the trace of a generation', () => {
  test('is what the option returns, once for all attempts', async () => {
    const traceparent = vi.fn(() => own)
    const { client, sent } = createFakeClient([errorResponse(500, 'INTERNAL'), accepted()], { traceparent })
    await client.images.generate({ prompt: 'a fox' })
    expect(sent.map(({ headers }) => headers.get('traceparent'))).toEqual([own, own])
    expect(traceparent).toHaveBeenCalledOnce()
  })

  test('is what the headers of the call say, before the option', async () => {
    const { client, sent } = createFakeClient([accepted()], { traceparent: () => active })
    await client.images.generate({ prompt: 'a fox' }, { headers: { traceparent: own } })
    expect(sent[0]?.headers.get('traceparent')).toBe(own)
  })

  test('is the active span of an application with OpenTelemetry', async () => {
    haveActiveSpan()
    const { client, sent } = createFakeClient([accepted()])
    await client.images.generate({ prompt: 'a fox' })
    expect(sent[0]?.headers.get('traceparent')).toBe(active)
  })

  test('is not sent by a page, whose service may not allow the header', async () => {
    haveActiveSpan()
    vi.stubGlobal('document', {})
    const { client, sent } = createFakeClient([accepted()])
    await client.images.generate({ prompt: 'a fox' })
    expect(sent[0]?.headers.has('traceparent')).toBe(false)
  })

  test.each([
    ['an application without OpenTelemetry', undefined],
    ['a malformed value', () => 'no\ntrace'],
    [
      'an option that throws',
      () => {
        throw new Error('no tracer')
      },
    ],
  ])('does not exist for %s, and the generation is sent all the same', async (_name, traceparent) => {
    const { client, sent } = createFakeClient([accepted()], { traceparent })
    await client.images.generate({ prompt: 'a fox' })
    expect(sent[0]?.headers.has('traceparent')).toBe(false)
  })

  test('does not exist for an option that rejects, which does not end the process either', async () => {
    const traceparent = () => Promise.reject(new Error('no tracer'))
    // @ts-expect-error a trace is no promise, and programs in JavaScript have no types
    const { client, sent } = createFakeClient([accepted()], { traceparent })
    await client.images.generate({ prompt: 'a fox' })
    expect(sent[0]?.headers.has('traceparent')).toBe(false)
  })

  test('is sent with generations only', async () => {
    const { client, sent } = createFakeClient([json(account)], { traceparent: () => own })
    await client.account()
    expect(sent[0]?.headers.has('traceparent')).toBe(false)
  })
})

function haveActiveSpan(): void {
  context.setGlobalContextManager({
    active: () => ROOT_CONTEXT,
    with: (_context: Context, work, self, ...args) => work.call(self, ...args),
    bind: (_context, target) => target,
    enable() {
      return this
    },
    disable() {
      return this
    },
  })
  propagation.setGlobalPropagator({
    inject: (_context, carrier, { set }) => set(carrier, 'traceparent', active),
    extract: (extracted) => extracted,
    fields: () => ['traceparent'],
  })
}
