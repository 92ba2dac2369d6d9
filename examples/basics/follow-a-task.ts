// Each change of a task as it comes, with a log of what goes over the wire. Ctrl+C takes the task back if it
// still waits.
import { logHooks, Mediagen } from '@mediagen/sdk'

const logger = { debug: console.error, info: console.error, warn: console.error }
const client = new Mediagen({ hooks: logHooks({ level: 'info', logger }) })

const controller = new AbortController()
process.once('SIGINT', () => controller.abort(new Error('You left')))

const generation = await client.images.generate({ prompt: 'a castle on a hill' })
for await (const task of generation.updates({ signal: controller.signal, cancelOnAbort: true })) {
  console.log(task.status)
}
