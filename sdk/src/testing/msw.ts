import { HttpResponse, http, type RequestHandler } from 'msw'
import { type ContractAnswers, contractAnswers } from './generated/contract-answers.js'
import type { MockService } from './mock-service.js'

/** For each operation of the contract, the name of the example to answer with. */
export type AnswerChoice = {
  readonly [Operation in keyof ContractAnswers]?: keyof ContractAnswers[Operation]['answers'] | undefined
}

/** Where a handler listens. */
export interface HandlerOptions {
  /** The address of the service, without `/api`. @default any address */
  readonly baseUrl?: string | undefined
}

/**
 * Handlers for Mock Service Worker that answer each operation with an example of the contract: the named one, else the
 * first, which is a good answer. They keep nothing in mind; for tasks that go on, see `mockServiceHandlers`.
 */
export function contractHandlers(
  choice: AnswerChoice = {},
  { baseUrl = '*' }: HandlerOptions = {},
): RequestHandler[] {
  const names = new Map<string, string | undefined>(Object.entries(choice))
  const operations: Record<string, PlainAnswers> = { ...contractAnswers }
  return Object.entries(operations).map(([operation, { method, path, answers }]) => {
    const examples = new Map(Object.entries(answers))
    const name = names.get(operation)
    const [first] = examples.values()
    const answer = name === undefined ? first : examples.get(name)
    if (answer === undefined) throw new TypeError(`${operation} has no example that is called ${name}`)
    return http[method](`${baseUrl}${path}`, () => {
      return HttpResponse.json(answer.body, {
        status: answer.status,
        headers: { 'x-request-id': 'mock-request' },
      })
    })
  })
}

/** The examples of an operation, whichever it is. */
interface PlainAnswers {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly answers: Readonly<Record<string, { readonly status: number; readonly body: object }>>
}

/** Handlers for Mock Service Worker that pass everything for the service on to a stateful mock. */
export function mockServiceHandlers(service: MockService): RequestHandler[] {
  return [
    http.all(`${service.baseUrl}/*`, async ({ request }) => {
      const answer = await service.answer(request)
      return answer ?? HttpResponse.error()
    }),
  ]
}
