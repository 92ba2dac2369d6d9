import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { startTraceCollector } from '../support/trace-collector.ts'
import { untilHolds } from '../support/until-holds.ts'
import {
  createMachine,
  type ProcessAccount,
  processMsMax,
  type RunningProcess,
} from './support/service-process.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
/** For how long the exporter waits for a collector; a stop that waited as well would take no less. */
const exporterMs = 60_000

async function serveWith(
  endpoint: string,
  environment: Record<string, string> = {},
): Promise<{ running: RunningProcess; account: ProcessAccount }> {
  const settings = { OTEL_BSP_SCHEDULE_DELAY: '20', LOG_LEVEL: 'debug', ...environment }
  const machine = await createMachine(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings },
    { quickEngine: true },
  )
  onTestFinished(() => machine.remove())
  const running = await machine.start('serve')
  return { running, account: await machine.createAccount('5.00') }
}

async function makeImage(account: ProcessAccount): Promise<void> {
  const body = { prompt: 'a lighthouse' }
  const ordered = await account.call('POST', '/api/v1/images/generations', body, { traceparent })
  expect((await account.finished(ordered.body.id)).status).toBe('SUCCEEDED')
}

test('an order is one trace through the API and the thread that runs tasks, down to the log', async () => {
  const collector = await startTraceCollector()
  const { running, account } = await serveWith(collector.url, {
    OTEL_SERVICE_NAME: 'studio-of-the-shop',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
  })
  await makeImage(account)
  const spans = await collector.have('POST /api/v1/images/generations', 'run image.generate', 'settle')
  const names = spans.filter((span) => span.traceId === traceId).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /api/v1/images/generations',
      'run image.generate',
      'engine start',
      'store',
    ]),
  )
  expect(spans[0]?.resource).toMatchObject({
    'service.name': 'studio-of-the-shop',
    'deployment.environment.name': 'staging',
  })
  const lines = running.logLines().map((line) => JSON.parse(line))
  expect(lines.filter(({ trace_id }) => trace_id === traceId).map(({ msg }) => msg)).toContain('request')
  expect((await running.stop('SIGTERM')).code).toBe(0)
})

describe('a collector', () => {
  const hang: RequestListener = () => undefined
  const fail: RequestListener = (_request, response) => void response.writeHead(500).end()
  const busy: RequestListener = (_request, response) =>
    void response.writeHead(503, { 'Retry-After': '59' }).end()

  test.each([
    ['that never responds', hang],
    ['that responds with 500', fail],
    ['that asks for patience', busy],
  ])('%s neither breaks the service nor holds its shutdown', async (_name, misbehave) => {
    const collector = await startTraceCollector(misbehave)
    const settings = { OTEL_EXPORTER_OTLP_TIMEOUT: String(exporterMs) }
    const { running, account } = await serveWith(collector.url, settings)
    await makeImage(account)
    await untilHolds(() => expect(collector.requests()).toBeGreaterThan(0))
    const { code, durationMs } = await running.stop('SIGTERM')
    expect(code).toBe(0)
    expect(durationMs).toBeLessThan(exporterMs / 2)
  })

  test('that is gone costs one line of the log, and another when it is back', async () => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const { running, account } = await serveWith(url)
    const said = (text: string) => running.logLines().filter((line) => line.includes(text))
    await makeImage(account)
    await makeImage(account)
    // The exporter tries again for ten seconds.
    await untilHolds(() => expect(said('takes no traces')).not.toEqual([]), processMsMax)
    // One of the API and one of the thread that runs tasks, however many batches were lost.
    expect(said('takes no traces').length).toBeLessThanOrEqual(2)
    const back = await listenLocally(
      createServer((_request, response) => void response.end()),
      port,
    )
    onTestFinished(back.close)
    await untilHolds(async () => {
      await account.call('GET', '/api/v1/me')
      expect(said('takes traces again')).not.toEqual([])
    }, processMsMax)
  })
})

test('without its packages, the service says once which command installs them, and works', async () => {
  const collector = await startTraceCollector()
  const { running, account } = await serveWith(collector.url, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(missingPackage)}`,
  })
  await makeImage(account)
  const said = running.logLines().filter((line) => line.includes('npm install @opentelemetry/api'))
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0] ?? '{}').severity).toBe('ERROR')
  expect(collector.requests()).toBe(0)
})

/** Lets a package be missing, as on a machine that never had it. */
const missingPackage = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== '@opentelemetry/sdk-trace') return next(specifier, context)
    const message = "Cannot find package '@opentelemetry/sdk-trace'"
    throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })
  },
})`

test('without a collector no package is loaded', async () => {
  const settings = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tellOfLoading)}` }
  const machine = await createMachine(settings, { quickEngine: true })
  onTestFinished(() => machine.remove())
  const running = await machine.start('serve')
  await makeImage(await machine.createAccount('5.00'))
  expect(running.output()).not.toContain('a package of OpenTelemetry is loaded')
  await running.stop('SIGTERM')
  const traced = await machine.start('serve', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(traced.output()).toContain('a package of OpenTelemetry is loaded')
})

const tellOfLoading = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@opentelemetry/sdk-trace') process._rawDebug('a package of OpenTelemetry is loaded')
    return next(specifier, context)
  },
})`
