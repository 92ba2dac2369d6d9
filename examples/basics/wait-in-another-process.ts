// Submits in one process and waits in another, which needs only the task's id.
//   node wait-in-another-process.ts          prints an id and exits
//   node wait-in-another-process.ts THE-ID   waits for that task and saves its result
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()
const [taskId] = process.argv.slice(2)

if (taskId === undefined) {
  // Your own key makes it safe to run this twice for the same order: the second run gets the same task.
  const generation = await client.images.generate(
    { prompt: 'a castle on a hill' },
    { idempotencyKey: 'order-1001' },
  )
  console.log(generation.id)
} else {
  const result = await client.tasks.wait(taskId)
  console.log(`Saved ${await result.saveTo('castle.png')}`)
}
