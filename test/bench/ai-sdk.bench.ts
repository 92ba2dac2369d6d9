// What Vercel's AI SDK does with our provider and with its own for fal and Replicate, each against a stand-in of
// the service that it is made for. Run it with `npm run bench -- ai-sdk`; it takes six minutes.
import { installRivals } from './rivals/import-rival.ts'
import { aiSdks } from './sdk/ai-sdks.ts'
import { answerBehaviours } from './sdk/answers.ts'
import { batch } from './sdk/batch.ts'
import { type Behaviour, countOf, withStandIn } from './sdk/behaviours.ts'
import { createComparison } from './sdk/comparison.ts'
import { keyWords, orderBehaviours, unanswered } from './sdk/orders.ts'
import { settle } from './sdk/settle.ts'
import { followOrders, followTasks, waitBehaviours } from './sdk/waits.ts'

await installRivals()

/** The AI SDK gives the start of a video a key of its own where a provider does not order by itself. */
const cutVideo: Behaviour = {
  what: 'a video whose connection is always cut after it was sent',
  measure: (sdk) =>
    withStandIn(
      sdk,
      { fault: ({ kind }) => (kind === 'submit' ? 'cut' : undefined) },
      async ({ generate }, at) => {
        if (generate === undefined) return undefined
        const { text } = await settle(generate('a red door'))
        return { text: `${countOf(at.of('submit'), 'send')}, ${keyWords(at)}; ${text}` }
      },
    ),
}

const table = createComparison('ai-sdk', aiSdks)
const addLast = table.measureAtLast([unanswered, batch].map(withoutPromise))
for (const behaviour of [...orderBehaviours, cutVideo, ...waitBehaviours, followOrders, ...answerBehaviours])
  if (behaviour !== followTasks) await table.measure(withoutPromise(behaviour))
await addLast()
table.write()

/** What our SDK promises, our provider does by the rules of another's. */
function withoutPromise({ what, measure }: Behaviour): Behaviour {
  return { what, measure }
}
