import { currentTrace, inTrace } from '../core/async/current-trace.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import { parseTraceparent, type TraceContext } from '../core/domain/trace-context.ts'
import type { Provider } from '../core/ports/provider.ts'
import type { Span, SpanOptions, Tracer } from '../core/ports/tracer.ts'

/** The trace in which a task was ordered. */
export function traceOf(task: Pick<Task, 'traceparent'>): TraceContext | undefined {
  return parseTraceparent(task.traceparent)
}

/**
 * Runs a task in the trace of its order. Its span is linked to the order's and is not part of it, because the
 * order ended long before: the wait in the queue is nobody's work.
 */
export function recordRun<T>(
  tracer: Tracer | undefined,
  task: Task,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const order = traceOf(task)
  if (tracer === undefined) return inTrace(order, () => work(undefined))
  const attributes = {
    'mediagen.task.id': task.id,
    'mediagen.account.id': task.accountId,
    'mediagen.product': task.type,
    'mediagen.tier': task.tier,
    'mediagen.attempt': task.attempt,
  }
  const span = tracer.start(`run ${task.type}`, { kind: 'consumer', link: order, attributes })
  return untilDone(span, work)
}

/** Records a step of a task's run as part of it; without a tracer it only does the work. */
export function recordStep<T>(
  tracer: Tracer | undefined,
  name: string,
  work: (span: Span | undefined) => Promise<T>,
  options: Omit<SpanOptions, 'parent' | 'link'> = { kind: 'internal' },
): Promise<T> {
  if (tracer === undefined) return work(undefined)
  return untilDone(tracer.start(name, { ...options, parent: currentTrace() }), work)
}

/** A step that is a call, or a series of calls, to an engine. */
export function recordEngineStep<T>(
  tracer: Tracer | undefined,
  name: string,
  provider: Pick<Provider, 'name'>,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return recordStep(tracer, name, work, {
    kind: 'client',
    attributes: { 'mediagen.provider': provider.name },
  })
}

async function untilDone<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await inTrace(span.context, () => work(span))
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'error')
    throw error
  } finally {
    span.end()
  }
}
