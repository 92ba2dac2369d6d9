import { HttpResponse, http, type RequestHandler } from 'msw'
import { checkNames } from '../core/check-names.js'
import { recordOf } from '../types/record.js'
import { type ContractExamples, contractExamples } from './generated/contract-examples.js'
import type { MockService } from './mock-service.js'
import { bodyAbout } from './preferred-example.js'
import { exampleFile } from './sample-file.js'
import { serveFile } from './serve-file.js'

/** For each operation of the contract, the name of the example to respond with. */
export type ExampleChoice = {
  readonly [Operation in keyof ContractExamples]?: keyof ContractExamples[Operation]['examples'] | undefined
}

/** Which requests a handler matches. */
export interface HandlerOptions {
  /** The service's URL, without `/api`. @default any URL */
  readonly baseUrl?: string | undefined
}

/**
 * Handlers for Mock Service Worker that respond to each operation with an example of the contract: the named
 * one, else the first, which is a success. The links in the examples lead to files. They are stateless; for
 * tasks that progress, see `mockServiceHandlers`.
 */
export function contractHandlers(
  choice: ExampleChoice = {},
  { baseUrl = '*' }: HandlerOptions = {},
): RequestHandler[] {
  const names = new Map<string, string | undefined>(Object.entries(choice))
  const operations: Record<string, UntypedExamples> = { ...contractExamples }
  checkNames(choice, operations, (name, advice) => {
    return new TypeError(`There is no operation ${name}: ${advice}`)
  })
  const handlers = Object.entries(operations).map(([operation, { method, path, examples }]) => {
    const byName = new Map(Object.entries(examples))
    const name = names.get(operation)
    const [first] = byName.values()
    const example = name === undefined ? first : byName.get(name)
    if (example === undefined) throw new TypeError(`${operation} has no example that is called ${name}`)
    return http[method](`${baseUrl}${path}`, ({ params }) =>
      HttpResponse.json(bodyAbout(params, example.body), {
        status: example.status,
        headers: { 'x-request-id': 'mock-request' },
      }),
    )
  })
  return [...handlers, ...storageHandlers(operations)]
}

/**
 * Handlers for the links in the examples: results are real files of the size that their example states, and
 * uploads are accepted.
 */
function storageHandlers(operations: Record<string, UntypedExamples>): RequestHandler[] {
  const bodies = Object.values(operations).flatMap(({ examples }) =>
    Object.values(examples).map(({ body }) => recordOf(body)),
  )
  const results = bodies.flatMap(({ output }) => Object.values(recordOf(output)).flat().map(recordOf))
  const files = new Map(results.map((file) => [withoutQuery(file.url), file]))
  const uploads = new Set(bodies.flatMap(({ uploadUrl }) => (uploadUrl ? [withoutQuery(uploadUrl)] : [])))
  return [
    ...[...files].map(([url, { contentType, sizeBytes }]) =>
      http.get(url, ({ request }) => {
        const file = exampleFile(contentType, sizeBytes)
        return serveFile(request, file.bytes, { contentType: file.contentType })
      }),
    ),
    ...[...uploads].map((url) => http.put(url, () => new HttpResponse(null, { status: 200 }))),
  ]
}

/** Handlers match the address alone: signatures differ. */
function withoutQuery(url: unknown): string {
  return String(url).replace(/\?.*$/, '')
}

/** The examples of any operation. */
interface UntypedExamples {
  readonly method: 'get' | 'post' | 'delete'
  readonly path: string
  readonly examples: Readonly<Record<string, { readonly status: number; readonly body: object }>>
}

/** Handlers for Mock Service Worker that forward all requests of the service to a stateful mock. */
export function mockServiceHandlers(service: MockService): RequestHandler[] {
  return [
    http.all(`${service.baseUrl}/*`, async ({ request }) => {
      const response = await service.handle(request)
      return response ?? HttpResponse.error()
    }),
  ]
}
