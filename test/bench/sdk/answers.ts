import { type Behaviour, type Measured, withStandIn } from './behaviours.ts'
import { pathTo } from './path-to.ts'
import { requestId } from './responses.ts'
import type { SdkClient } from './sdk-under-test.ts'
import { settle } from './settle.ts'

/** What callers learn from a response and an error. */
export const answerBehaviours: readonly Behaviour[] = [
  {
    what: 'a generation that gets a 402: its caller gets',
    promised: 'an error with status, code and request id',
    measure: (sdk) =>
      withStandIn(
        sdk,
        { fault: ({ kind }) => (kind === 'submit' ? { status: 402 } : undefined) },
        async (client) => measureError(client, sdk.wire.errorBody(402)),
      ),
  },
  {
    what: 'the id of the request after a success',
    promised: 'there',
    measure: (sdk) =>
      withStandIn(sdk, {}, async ({ requestIdOf }) => {
        if (requestIdOf === undefined) return { text: 'no', isMet: false }
        const isMet = (await requestIdOf('a red door')) === requestId
        return { text: isMet ? 'yes' : 'no', isMet }
      }),
  },
]

async function measureError(client: SdkClient, body: object): Promise<Measured> {
  const { text, error } = await settle(client.submit('a red door'))
  const carried = [402, codeOf(body), requestId].flatMap((fact) => {
    const path = fact === undefined ? undefined : pathTo(error, fact)
    return path === undefined ? [] : [`\`${path}\``]
  })
  return { text: `${text}: ${carried.join(', ') || 'nothing more'}`, isMet: carried.length === 3 }
}

/** The code that the service gives its error, if it gives any. */
function codeOf(body: object): string | undefined {
  for (const [name, value] of Object.entries(body)) {
    if (name === 'code' && typeof value === 'string') return value
    const within = typeof value === 'object' && value !== null ? codeOf(value) : undefined
    if (within !== undefined) return within
  }
  return undefined
}
