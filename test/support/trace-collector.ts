import { createServer, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { listenLocally } from './listen-locally.ts'
import { untilHolds } from './until-holds.ts'

/** A span as the collector received it. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  /** '' if it has no parent. */
  readonly parentId: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer' | 'unspecified'
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isError: boolean
  /** The attributes of the process. */
  readonly resource: Readonly<Record<string, string | number | boolean>>
}

/** A collector of OpenTelemetry's traces, over HTTP with protobuf. */
export interface TraceCollector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** The requests that came, whatever was done with them. */
  readonly requests: () => number
  /** The spans, once there is one with each of these names. */
  have(...names: string[]): Promise<readonly CollectedSpan[]>
}

/** Starts a collector until the test's end. `misbehave` responds in its place. */
export async function startTraceCollector(misbehave?: RequestListener): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (misbehave !== undefined) return misbehave(request, response)
    void buffer(request).then((body) => {
      if (request.url === '/v1/traces') spans.push(...spansOf(body))
      response.writeHead(request.url === '/v1/traces' ? 200 : 404).end()
    })
  })
  const { url, close } = await listenLocally(server)
  onTestFinished(close)
  return {
    url,
    spans,
    requests: () => requests,
    async have(...names) {
      return untilHolds(() => {
        expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
        return spans
      })
    },
  }
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const errorStatus = 2

/** The spans of an ExportTraceServiceRequest; the numbers are those of opentelemetry-proto. */
function spansOf(body: Buffer): CollectedSpan[] {
  return messagesAt(body, 1).flatMap((resourceSpans) => {
    const resource = attributesAt(messagesAt(resourceSpans, 1)[0] ?? Buffer.alloc(0), 1)
    return messagesAt(resourceSpans, 2).flatMap((scopeSpans) =>
      messagesAt(scopeSpans, 2).map((span) => spanOf(span, resource)),
    )
  })
}

function spanOf(span: Buffer, resource: CollectedSpan['resource']): CollectedSpan {
  const status = messagesAt(span, 15)[0]
  return {
    traceId: hexAt(span, 1),
    spanId: hexAt(span, 2),
    parentId: hexAt(span, 4),
    name: messagesAt(span, 5)[0]?.toString() ?? '',
    kind: kinds[numberAt(span, 6) ?? 0] ?? 'unspecified',
    attributes: attributesAt(span, 9),
    links: messagesAt(span, 13).map((link) => ({ traceId: hexAt(link, 1), spanId: hexAt(link, 2) })),
    isError: status !== undefined && numberAt(status, 3) === errorStatus,
    resource,
  }
}

function attributesAt(message: Buffer, field: number): CollectedSpan['attributes'] {
  return Object.fromEntries(
    messagesAt(message, field).map((pair) => {
      const [value = Buffer.alloc(0)] = messagesAt(pair, 2)
      const [text] = messagesAt(value, 1)
      const flag = numberAt(value, 2)
      const known = text?.toString() ?? (flag === undefined ? undefined : flag === 1)
      return [messagesAt(pair, 1)[0]?.toString() ?? '', known ?? numberAt(value, 3) ?? NaN]
    }),
  )
}

function hexAt(message: Buffer, field: number): string {
  return messagesAt(message, field)[0]?.toString('hex') ?? ''
}

function messagesAt(message: Buffer, field: number): Buffer[] {
  return fieldsOf(message).flatMap(({ number, value }) =>
    number === field && typeof value !== 'number' ? [value] : [],
  )
}

function numberAt(message: Buffer, field: number): number | undefined {
  const found = fieldsOf(message).find(({ number, value }) => number === field && typeof value === 'number')
  return typeof found?.value === 'number' ? found.value : undefined
}

/** The fields of a protobuf message: bytes as they are, whole numbers as numbers, fixed ones as bytes. */
function fieldsOf(message: Buffer): { readonly number: number; readonly value: Buffer | number }[] {
  const fields: { number: number; value: Buffer | number }[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at++)
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const bytes = (length: number): Buffer => {
    at += length
    return message.subarray(at - length, at)
  }
  const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
  while (at < message.length) {
    const tag = varint()
    const fixed = fixedBytes[tag & 7]
    const value = fixed !== undefined ? bytes(fixed) : (tag & 7) === 0 ? varint() : bytes(varint())
    fields.push({ number: tag >>> 3, value })
  }
  return fields
}
