// What SDKs do when things go as they should not: ours beside six of the field, each against a stand-in of the
// service that it is made for. Run it with `npm run bench -- sdk`; it takes ten minutes.
import { installRivals } from './rivals/import-rival.ts'
import { answerBehaviours } from './sdk/answers.ts'
import { batch } from './sdk/batch.ts'
import { createComparison } from './sdk/comparison.ts'
import { memoryBehaviours } from './sdk/memory.ts'
import { orderBehaviours, unanswered } from './sdk/orders.ts'
import { sdks } from './sdk/sdks.ts'
import { uploadBehaviours } from './sdk/uploads.ts'
import { waitBehaviours } from './sdk/waits.ts'

await installRivals()

const orders = createComparison('sdk', sdks, 'orders')
const addLast = orders.measureAtLast([unanswered, batch])
for (const behaviour of orderBehaviours) await orders.measure(behaviour)
await addLast()
orders.write()

const waits = createComparison('sdk', sdks, 'waits')
for (const behaviour of waitBehaviours) await waits.measure(behaviour)
waits.write()

const files = createComparison('sdk', sdks, 'answers-and-files')
for (const behaviour of [...answerBehaviours, ...uploadBehaviours]) await files.measure(behaviour)
for (const behaviour of memoryBehaviours) await files.measureInTurns(behaviour)
files.write()
