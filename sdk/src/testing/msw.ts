import { HttpResponse, http, type RequestHandler } from 'msw'
import { type ContractExamples, contractExamples } from './generated/contract-examples.js'
import type { MockService } from './mock-service.js'

/** For each operation of the contract, the name of the example to respond with. */
export type ExampleChoice = {
  readonly [Operation in keyof ContractExamples]?: keyof ContractExamples[Operation]['examples'] | undefined
}

/** Where a handler listens. */
export interface HandlerOptions {
  /** The address of the service, without `/api`. @default any address */
  readonly baseUrl?: string | undefined
}

/**
 * Handlers for Mock Service Worker that respond to each operation with an example of the contract: the named
 * one, else the first, which is a success. They are stateless; for tasks that progress, see
 * `mockServiceHandlers`.
 */
export function contractHandlers(
  choice: ExampleChoice = {},
  { baseUrl = '*' }: HandlerOptions = {},
): RequestHandler[] {
  const names = new Map<string, string | undefined>(Object.entries(choice))
  const operations: Record<string, UntypedExamples> = { ...contractExamples }
  return Object.entries(operations).map(([operation, { method, path, examples }]) => {
    const byName = new Map(Object.entries(examples))
    const name = names.get(operation)
    const [first] = byName.values()
    const example = name === undefined ? first : byName.get(name)
    if (example === undefined) throw new TypeError(`${operation} has no example that is called ${name}`)
    return http[method](`${baseUrl}${path}`, () => {
      return HttpResponse.json(example.body, {
        status: example.status,
        headers: { 'x-request-id': 'mock-request' },
      })
    })
  })
}

/** The examples of an operation, whichever it is. */
interface UntypedExamples {
  readonly method: 'get' | 'post'
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
