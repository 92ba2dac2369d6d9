/** A place in a trace, by W3C Trace Context: the trace, and the span in it that the next one belongs to. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string
  /** Bit 0: sampled; bit 1: the trace id is random. */
  readonly flags: number
}

const pattern = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/
/** The flags that version 00 defines; others must not be passed on. */
const knownFlags = 0b11

/** The value of a `traceparent` header; undefined if it is malformed, which W3C Trace Context ignores. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  if (text === undefined) return undefined
  const [, version, traceId, spanId, flags, rest] = pattern.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  // A later version may add fields, and is read as far as this one goes.
  if (version === '00' && rest !== undefined) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & knownFlags }
}

/** The header's value in version 00. */
export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-0${flags}`
}
