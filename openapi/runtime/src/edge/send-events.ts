import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ServerSentEvent } from '../returned.ts'
import { sendResponse } from './send-response.ts'

/** Whether a body is sent event by event. */
export function isEventStream(body: unknown): body is AsyncIterable<ServerSentEvent<unknown>> {
  return (
    typeof body === 'object' && body !== null && Symbol.asyncIterator in body && !(body instanceof Readable)
  )
}

/** Sends each event as it comes. A client that leaves ends the iteration; one that fails breaks the connection. */
export function sendEvents(
  response: ServerResponse,
  status: number,
  events: AsyncIterable<ServerSentEvent<unknown>>,
  headers: Readonly<Record<string, string>>,
  jsonOf: (body: unknown) => string,
): void {
  const type = { 'Content-Type': 'text/event-stream; charset=utf-8' }
  sendResponse(response, status, Readable.from(eventTexts(events, jsonOf)), { ...headers, ...type })
  // The first event may be far away.
  response.flushHeaders()
}

async function* eventTexts(
  events: AsyncIterable<ServerSentEvent<unknown>>,
  jsonOf: (body: unknown) => string,
): AsyncGenerator<string> {
  for await (const { data, event, id, retry } of events) {
    const text = typeof data === 'string' ? data : jsonOf(data)
    // A line break would begin another field.
    const fields = Object.entries({ event, id, retry }).map(
      ([name, value]) => [name, value && `${value}`.replaceAll(/[\r\n]/g, ' ')] as const,
    )
    const lines = text.split(/\r\n|\r|\n/).map((line) => ['data', line] as const)
    yield `${[...fields, ...lines].map(([name, value]) => (value === undefined ? '' : `${name}: ${value}\n`)).join('')}\n`
  }
}
