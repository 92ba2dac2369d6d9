import { MediagenError } from '../errors/mediagen-error.js'
import { isRecord } from '../types/record.js'

/** Throws MediagenError for what a program without types took for a signal. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined || (isRecord(signal) && 'throwIfAborted' in signal)) return
  const advice = isRecord(signal) && 'signal' in signal ? ': give the signal of the controller' : ''
  throw new MediagenError(`signal must be an AbortSignal${advice}`)
}

/** The single listener of a signal, and its callbacks. */
interface Listener {
  readonly callbacks: Set<() => void>
  readonly stop: () => void
}

const listeners = new WeakMap<AbortSignal, Listener>()

/**
 * Calls back when a signal aborts (immediately if it has), unless the returned function is called first. All
 * calls that share a signal share one listener, because Node 20 warns of a leak from eleven on.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback()
  if (signal === undefined || signal.aborted) return () => undefined
  const { callbacks, stop } = listeners.get(signal) ?? listen(signal)
  const entry = () => callback()
  callbacks.add(entry)
  return () => {
    if (callbacks.delete(entry) && callbacks.size === 0) stop()
  }
}

function listen(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>()
  const callAll = () => {
    // It aborts once only.
    stop()
    for (const callback of callbacks) callback()
  }
  const stop = () => {
    listeners.delete(signal)
    signal.removeEventListener('abort', callAll)
  }
  const listener = { callbacks, stop }
  listeners.set(signal, listener)
  signal.addEventListener('abort', callAll)
  return listener
}
