// Status changes of a task as they happen, with a log of the HTTP requests. Ctrl+C cancels the task if it has
// not started.
import { logHooks, Mediagen } from '@mediagen/sdk'

const logger = { debug: console.error, info: console.error, warn: console.error }
const client = new Mediagen({ hooks: logHooks({ level: 'info', logger }) })

const controller = new AbortController()
process.once('SIGINT', () => controller.abort(new Error('You left')))

const generation = await client.images.generate({ prompt: 'a castle on a hill' })
for await (const task of generation.updates({ signal: controller.signal, cancelOnAbort: true })) {
  console.log(task.status)
}
