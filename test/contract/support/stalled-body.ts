import { vi } from 'vitest'
import type { ContractFetch } from '../../../openapi/checks/contract-fetch.ts'

/** Sends a request whose body begins and never ends, and advances the service's time until it responds. */
export async function sendStalledBody(
  send: ContractFetch,
  request: { readonly path: string; readonly apiKey: string },
): Promise<Response> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let isSettled = false
    const response = send(request.path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${request.apiKey}`, 'Content-Type': 'application/json' },
      body: new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) }),
      // Node requires it for streams; the browser's types do not have it.
      ...{ duplex: 'half' },
    }).finally(() => {
      isSettled = true
    })
    while (!isSettled) {
      await new Promise(setImmediate)
      vi.advanceTimersByTime(1_000)
    }
    return await response
  } finally {
    vi.useRealTimers()
  }
}
