import { describe, expect, test } from 'vitest'
import { Mediagen } from '../../sdk/src/index.js'
import type { Gate } from '../../server/src/core/ports/gate.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts'
import { startTracedEngine } from './support/traced-engine.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callersSpan = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${callersSpan}-01`
const orderName = 'POST /api/v1/images/generations'
const runName = 'run image.generate'
const prompt = 'a lighthouse that nobody may read of'

describe('an order with a traceparent', () => {
  test('is one trace in five hops: SDK, service, worker, engine and log', async () => {
    const { service, account, engine, collector, logLines } = await startTraced()
    const client = new Mediagen({
      baseUrl: service.baseUrl,
      apiKey: account.apiKey,
      traceparent: () => traceparent,
    })
    const { id } = await client.images.generate({ prompt })
    await service.runQueue()
    const spans = await collector.have(orderName, runName, 'settle')
    const order = spanNamed(spans, orderName)
    expect(order).toMatchObject({ traceId, parentId: callersSpan, kind: 'server', isError: false })
    const run = spanNamed(spans, runName)
    expect(run).toMatchObject({ traceId, kind: 'consumer', attributes: { 'mediagen.task.id': id } })
    expect(engine.traces()).toContain(`${traceId}-${spanNamed(spans, 'engine start').spanId}`)
    expect(engine.traces()).toContain(`${traceId}-${spanNamed(spans, 'engine poll').spanId}`)
    expect(new Set(engine.traces().map((trace) => trace.slice(0, traceId.length)))).toEqual(
      new Set([traceId]),
    )
    expect(logLines('request').filter(({ operation }) => operation === 'generateImage')).toMatchObject([
      { trace_id: traceId, span_id: order.spanId },
    ])
    // The SDK's own polls and those of the collector's test belong to no trace of the caller.
    expect(spans.filter((span) => span.traceId === traceId).map(({ name }) => name)).toHaveLength(7)
  })

  test('links the run to the order, of which it is no part: the wait is nobody’s work', async () => {
    const { service, order, collector } = await startTraced()
    await order({ traceparent })
    await service.runQueue()
    const spans = await collector.have(orderName, runName, 'settle')
    const run = spanNamed(spans, runName)
    expect(run.parentId).toBe('')
    expect(run.links).toEqual([{ traceId, spanId: spanNamed(spans, orderName).spanId }])
    for (const name of ['engine start', 'engine poll', 'store', 'settle'])
      expect(spanNamed(spans, name).parentId, name).toBe(run.spanId)
    expect(spanNamed(spans, 'engine fetch').parentId).toBe(spanNamed(spans, 'store').spanId)
  })

  test('has a span for each request to a gate, with its verdict and without its reason', async () => {
    const { service, order, collector } = await startTraced({}, { gates: [gate] })
    await order({ traceparent })
    await service.runQueue()
    const spans = await collector.have(runName, 'gate words', 'settle')
    expect(spanNamed(spans, 'gate words')).toMatchObject({
      traceId,
      parentId: spanNamed(spans, runName).spanId,
      kind: 'client',
      attributes: { 'mediagen.outcome': 'allowed' },
    })
    expect(JSON.stringify(spans)).not.toContain('harmless words')
  })

  test('puts neither prompt nor key into a span', async () => {
    const { service, order, account, collector } = await startTraced()
    await order({ traceparent })
    await service.runQueue()
    const written = JSON.stringify(await collector.have(orderName, runName, 'settle'))
    expect(written).not.toContain('lighthouse')
    expect(written).not.toContain(account.apiKey)
    expect(written).toContain('"service.name":"mediagen"')
  })

  test('that names none is a trace of its own, in which the run is', async () => {
    const { service, order, collector } = await startTraced()
    await order()
    await service.runQueue()
    const spans = await collector.have(orderName, runName)
    const { traceId: own, spanId } = spanNamed(spans, orderName)
    expect(spanNamed(spans, runName)).toMatchObject({ traceId: own, links: [{ traceId: own, spanId }] })
  })

  test.each([
    'no trace',
    `${traceparent}-more`,
    `00-${'0'.repeat(32)}-${callersSpan}-01`,
    traceparent.toUpperCase(),
  ])('that is malformed (%s) is accepted, in a trace of its own', async (malformed) => {
    const { order, collector } = await startTraced()
    await order({ traceparent: malformed })
    const { parentId, traceId: own } = spanNamed(await collector.have(orderName), orderName)
    expect(parentId).toBe('')
    expect(own).not.toBe(traceId)
  })

  test('that failed says so in its span, by code only', async () => {
    const { service, order, engine, collector, logLines } = await startTraced()
    engine.refuse()
    await order({ traceparent })
    await service.runQueue()
    const spans = await collector.have(runName, 'settle')
    expect(spanNamed(spans, runName)).toMatchObject({
      isError: true,
      attributes: { 'mediagen.outcome': 'failed', 'error.type': 'INVALID_INPUT' },
    })
    expect(JSON.stringify(spans)).not.toContain('so the engine says')
    const { spanId } = spanNamed(spans, 'settle')
    expect(logLines('task failed')).toMatchObject([{ trace_id: traceId, span_id: spanId }])
  })
})

describe('a task whose worker died', () => {
  test('runs on in its trace, as another run of the same order, and the log says so', async () => {
    const { service, order, collector, logLines } = await startTraced()
    await order({ traceparent })
    const { id: taskId } = await service.claimOne('dead-worker')
    service.advance(60_000)
    await recoverLeases(service.run)
    expect(logLines('lease expired: its worker sent no heartbeat')).toMatchObject([
      { trace_id: traceId, taskId, attempt: 1 },
    ])
    await runTask(service.run, await service.claimOne(), new AbortController().signal)
    const spans = await collector.have(runName)
    expect(spanNamed(spans, runName)).toMatchObject({ traceId, attributes: { 'mediagen.attempt': 2 } })
  })
})

describe('the sampler', () => {
  test.each([
    ['always_off', traceparent],
    ['parentbased_always_on', `00-${traceId}-${callersSpan}-00`],
    ['parentbased_always_off', undefined],
  ])('%s leaves the whole task out, and the trace goes on to the engine', async (sampler, header) => {
    const { service, order, engine, collector } = await startTraced({ OTEL_TRACES_SAMPLER: sampler })
    await order(header === undefined ? {} : { traceparent: header })
    await service.runQueue()
    expect(engine.traces()).not.toEqual([])
    if (header !== undefined) for (const trace of engine.traces()) expect(trace).toContain(traceId)
    await service.parts.tracer?.close()
    expect(collector.spans).toEqual([])
  })
})

describe('without a collector', () => {
  test('the trace of an order goes on to the engine unchanged, and into the log', async () => {
    const { service, order, engine, logLines } = await startTraced({}, { isOn: false })
    await order({ traceparent })
    await service.runQueue()
    expect(service.parts.tracer).toBeUndefined()
    expect(new Set(engine.traces())).toEqual(new Set([`${traceId}-${callersSpan}`]))
    expect(logLines('request').filter(({ operation }) => operation === 'generateImage')).toMatchObject([
      { trace_id: traceId },
    ])
  })

  test('an order without a trace sends none, and its lines have none', async () => {
    const { service, order, engine, logLines } = await startTraced({}, { isOn: false })
    await order()
    await service.runQueue()
    expect(engine.calls()).toBeGreaterThan(1)
    expect(engine.traces()).toEqual([])
    for (const line of logLines()) expect(line).not.toHaveProperty('trace_id')
  })
})

/** It allows everything. */
const gate: Gate = {
  name: 'words',
  at: ['before'],
  products: undefined,
  onFailure: 'refuse',
  ask: async () => ({ kind: 'allowed', reason: 'harmless words' }),
  check: async () => ({ reachable: true, detail: '' }),
  close: async () => undefined,
}

interface Traced {
  readonly service: TestService
  readonly account: Awaited<ReturnType<TestService['createAccount']>>
  readonly engine: Awaited<ReturnType<typeof startTracedEngine>>
  readonly collector: TraceCollector
  /** Orders an image with these headers. */
  order(headers?: Record<string, string>): Promise<void>
  /** The lines of the log, or those with this message. */
  logLines(message?: string): Record<string, unknown>[]
}

async function startTraced(
  environment: Record<string, string> = {},
  { isOn = true, gates = [] }: { isOn?: boolean; gates?: Gate[] } = {},
): Promise<Traced> {
  const collector = await startTraceCollector()
  const engine = await startTracedEngine()
  const lines: Record<string, unknown>[] = []
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20' }
  const service = await startTestService({
    environment: { PROVIDERS_FILE: engine.file, ...(isOn && traces), ...environment },
    onLogLine: (line) => lines.push(line),
    ...(gates.length > 0 && { gates }),
  })
  const account = await service.createAccount()
  return {
    ...{ service, account, engine, collector },
    async order(headers = {}) {
      const { status } = await account.call('POST', '/api/v1/images/generations', { prompt }, headers)
      expect(status).toBe(200)
    },
    logLines: (message) => lines.filter(({ msg }) => message === undefined || msg === message),
  }
}

function spanNamed(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const [span, ...others] = spans.filter((one) => one.name === name)
  if (span === undefined || others.length > 0) throw new Error(`There are ${others.length} more of ${name}.`)
  return span
}
