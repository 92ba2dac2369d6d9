import type { TraceContext } from '../domain/trace-context.ts'

/** Facts about a span by OpenTelemetry's names; never a prompt, a key or the text of an engine's error. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  /** Who is at the other end: a client of ours, an engine, the order that made the task, or nobody. */
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  /** The span that this one is part of. @default none: the first span of a trace */
  readonly parent?: TraceContext | undefined
  /** A span of the same trace that caused this one, which need not have lasted until then. */
  readonly link?: TraceContext | undefined
  readonly attributes?: SpanAttributes
}

/** A piece of work in a trace; one that is never ended is not exported. */
export interface Span {
  readonly context: TraceContext
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** Marks the work as failed, for a reason from a limited set such as an error code. */
  fail(reason: string): void
  end(): void
}

/** Records traces for the operator's collector. No call waits for it or fails because of it. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span
  /** Exports what is left, within a limited time. */
  close(): Promise<void>
}
