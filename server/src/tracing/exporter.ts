import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from '../core/ports/logger.ts'
import type { OpenTelemetry } from './load-packages.ts'

/**
 * Sends spans to the collector. Logs when that begins to fail and when it works again, not every batch that is
 * lost: a collector may be away for days.
 */
export function createExporter({ otlp }: OpenTelemetry, url: string, logger: Logger): SpanExporter {
  const exporter = new otlp.OTLPTraceExporter({ url })
  let isFailing = false
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !isFailing)
          logger.warn({ err: result.error }, 'the collector takes no traces; they are lost until it does')
        if (result.error === undefined && isFailing) logger.info('the collector takes traces again')
        isFailing = result.error !== undefined
        onResult(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
