import { isMainThread } from 'node:worker_threads'
import type { Context, SpanContext } from '@opentelemetry/api'
import type { TraceSettings } from '../config/trace-settings.ts'
import { sleep } from '../core/async/sleep.ts'
import type { TraceContext } from '../core/domain/trace-context.ts'
import { installCommand } from '../core/package/install-command.ts'
import { version } from '../core/package/version.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { Span, SpanOptions, Tracer } from '../core/ports/tracer.ts'
import { createExporter } from './exporter.ts'
import { loadOpenTelemetry, type OpenTelemetry, packageNames } from './load-packages.ts'
import { createSampler } from './sampler.ts'

/** How long a stopping process waits for the collector. */
const closeMsMax = 1_000

/** The tracer of this process or thread; undefined, and an error in the log, if packages are missing. */
export async function openTracer(settings: TraceSettings, logger: Logger): Promise<Tracer | undefined> {
  const packages = await loadOpenTelemetry()
  if (packages !== undefined) return createTracer(packages, settings, logger)
  // The threads of a process need not repeat it.
  if (isMainThread)
    logger.error(
      `no traces are recorded: OTEL_EXPORTER_OTLP_ENDPOINT is set, but packages are missing; ${installCommand(...packageNames)}`,
    )
  return undefined
}

function createTracer(packages: OpenTelemetry, settings: TraceSettings, logger: Logger): Tracer {
  const { api, sdk } = packages
  // The first span of a task's run belongs to the trace of its order without having a parent in it.
  let linkedTraceId: string | undefined
  const random = new sdk.RandomIdGenerator()
  const provider = new sdk.TracerProvider({
    resource: resourceOf(packages, settings),
    sampler: createSampler(packages, settings),
    idGenerator: {
      generateTraceId: () => linkedTraceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: createExporter(packages, settings.url, logger),
        scheduledDelayMillis: settings.sendEveryMs,
      }),
    ],
  })
  const tracer = provider.getTracer('mediagen', version)
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  }

  function contextOf(parent: TraceContext | undefined): Context {
    return parent === undefined
      ? api.ROOT_CONTEXT
      : api.trace.setSpanContext(api.ROOT_CONTEXT, spanContextOf(parent))
  }

  function start(name: string, { kind, parent, link, attributes = {} }: SpanOptions): Span {
    linkedTraceId = link?.traceId
    const links = link === undefined ? [] : [{ context: spanContextOf(link) }]
    const span = tracer.startSpan(name, { kind: kinds[kind], links, attributes }, contextOf(parent))
    linkedTraceId = undefined
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      context: { traceId, spanId, flags: traceFlags },
      rename: (newName) => void span.updateName(newName),
      set: (more) => void span.setAttributes(more),
      fail: (reason) =>
        void span.setAttribute('error.type', reason).setStatus({ code: api.SpanStatusCode.ERROR }),
      end: () => span.end(),
    }
  }

  async function close(): Promise<void> {
    const closed = new AbortController()
    const closing = provider.shutdown().catch(() => undefined)
    void closing.then(() => closed.abort())
    await sleep(closeMsMax, closed.signal)
  }

  return { start, close }
}

function spanContextOf({ traceId, spanId, flags }: TraceContext): SpanContext {
  return { traceId, spanId, traceFlags: flags, isRemote: true }
}

/** What every span says of its process: OTEL_RESOURCE_ATTRIBUTES, and the service's name. */
function resourceOf({ resources }: OpenTelemetry, { serviceName }: TraceSettings) {
  const given = resources.detectResources({ detectors: [resources.resourceAttributesEnvDetector] })
  const named = serviceName ?? given.attributes['service.name'] ?? 'mediagen'
  return resources
    .defaultResource()
    .merge(given)
    .merge(resources.resourceFromAttributes({ 'service.name': named, 'service.version': version }))
}
