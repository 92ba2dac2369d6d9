import { vi } from 'vitest'
import { type RawAnswer, sendRaw } from '../../support/raw-request.ts'

/** Sends a request whose body never arrives, and lets time pass for the service until it answers. */
export async function sendStalledBody(
  baseUrl: string,
  request: { readonly path: string; readonly apiKey: string },
): Promise<RawAnswer> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let isAnswered = false
    const answer = sendRaw(baseUrl, {
      method: 'POST',
      path: request.path,
      headers: [
        ['Authorization', `Bearer ${request.apiKey}`],
        ['Content-Type', 'application/json'],
        ['Content-Length', '100'],
      ],
      body: '{',
    }).finally(() => {
      isAnswered = true
    })
    while (!isAnswered) {
      await new Promise(setImmediate)
      vi.advanceTimersByTime(1_000)
    }
    return await answer
  } finally {
    vi.useRealTimers()
  }
}
