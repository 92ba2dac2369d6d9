import { recordOf } from '../types/record.js'

export const traceHeader = 'traceparent'

/** Returns the trace that a generation belongs to, in the form of W3C Trace Context, if there is one. */
export type ReadTraceparent = () => string | undefined

/** Digits and hyphens only, so that any header can carry it; the service checks the rest. */
const pattern = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(-[\w.-]*)?$/

/** The trace for the next generation; undefined for a malformed one. Never throws: no trace is worth an order. */
export function currentTraceparent(read: ReadTraceparent): string | undefined {
  try {
    const value: unknown = read()
    if (typeof value === 'string') return pattern.test(value) ? value : undefined
    // A promise is no trace, and one that rejects would end the process if nobody handled it.
    Promise.resolve(value).catch(() => undefined)
    return undefined
  } catch {
    return undefined
  }
}

/**
 * The active span of OpenTelemetry where the application has set it up, by its own propagator. A page gets
 * none: the service would have to allow the header, and older ones do not.
 */
export function activeTraceparent(): string | undefined {
  const api = recordOf(Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1')))
  const { context, propagation } = api
  if ('document' in globalThis || !isContextManager(context) || !isPropagator(propagation)) return undefined
  let found: string | undefined
  propagation.inject(
    context.active(),
    {},
    {
      set(_carrier, name, value) {
        if (name.toLowerCase() === traceHeader) found = value
      },
    },
  )
  return found
}

interface ContextManager {
  active(): unknown
}

interface Propagator {
  inject(
    context: unknown,
    carrier: object,
    setter: { set(carrier: object, name: string, value: string): void },
  ): void
}

function isContextManager(value: unknown): value is ContextManager {
  return typeof recordOf(value).active === 'function'
}

function isPropagator(value: unknown): value is Propagator {
  return typeof recordOf(value).inject === 'function'
}
