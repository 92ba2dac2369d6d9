import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from '../domain/trace-context.ts'

const traces = new AsyncLocalStorage<TraceContext>()

/** Does the work in a trace: its log lines name it, and calls to engines carry it. */
export function inTrace<T>(trace: TraceContext | undefined, work: () => T): T {
  return trace === undefined ? work() : traces.run(trace, work)
}

/** The trace of the work that is being done, if it has one. */
export function currentTrace(): TraceContext | undefined {
  return traces.getStore()
}

/** What a log line says of a trace, by the names of OpenTelemetry. */
export function traceFields(
  trace: TraceContext | undefined,
): { trace_id: string; span_id: string } | undefined {
  return trace && { trace_id: trace.traceId, span_id: trace.spanId }
}
