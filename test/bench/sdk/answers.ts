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
        async (client) => measureError(client),
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

async function measureError(client: SdkClient): Promise<Measured> {
  const { text, error } = await settle(client.submit('a red door'))
  const facts = Object.entries(Object(error))
  const status = facts.find(([name, value]) => /status/i.test(name) && value === 402)?.[0]
  const code = facts.find(([name, value]) => name === 'code' && typeof value === 'string')?.[0]
  const id = pathTo(error, requestId)
  const carried = [status, code, id].filter((name) => name !== undefined)
  const words = carried.length === 0 ? 'nothing more' : carried.map((name) => `\`${name}\``).join(', ')
  return { text: `${text}: ${words}`, isMet: carried.length === 3 }
}
