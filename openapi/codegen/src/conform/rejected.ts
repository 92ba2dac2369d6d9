import type { Operation } from '../read/operations.ts'
import type { Session, TestResponse } from './scenario.ts'
import { rejectionOf, type Wrong } from './scenario.ts'
import type { TestRequest } from './test-request.ts'

/** A request of an operation, and in what it differs from a valid one. */
export interface NamedRequest {
  readonly operation: Operation
  readonly tried: string
  readonly asked: TestRequest
}

/**
 * Sends a request that has to be rejected. Where the contract's rejections name fields, this one has to name those that
 * are wrong and none of those that are right.
 */
export function sendRejected(
  session: Session,
  wrong: Wrong,
  { operation, tried, asked }: NamedRequest,
  names: readonly string[] = [],
  right: readonly string[] = [],
): Promise<TestResponse | undefined> {
  const { namedFields } = session.scenario
  return session.send(`${operation.operationId} ${tried}`, asked, {
    ...rejectionOf(session.scenario, wrong),
    faults: (response) => {
      if (namedFields === undefined) return []
      const named = namedFields(response)
      return [
        ...names.filter((name) => !named.includes(name)).map((name) => `details do not name /${name}`),
        ...right
          .filter((name) => named.includes(name))
          .map((name) => `details name /${name}, whose value the contract allows`),
      ]
    },
  })
}
