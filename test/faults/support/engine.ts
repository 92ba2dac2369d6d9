import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onePixelPng } from '../../support/fake-provider.ts'

/**
 * A generation engine as a separate process would be one: it outlives every crash of the service and counts.
 */
export interface Engine {
  readonly url: string
  /** How often each task was submitted to each provider, by `PROVIDER TASK`. */
  readonly submissions: ReadonlyMap<string, number>
  close(): Promise<void>
}

/**
 * Takes jobs at `POST /PROVIDER/TASK` and answers each with a separate job that is done immediately: `GET
 * /jobs/JOB` returns the bytes. It accepts every submission, because its purpose is to count them; whether
 * there may be a second one is for the service to know.
 */
export async function startEngine(): Promise<Engine> {
  const submissions = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    drain(request)
    if (request.method === 'GET' && path.startsWith('/jobs/')) {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(onePixelPng)
      return
    }
    const [, provider, taskId] = path.split('/')
    const key = `${provider} ${taskId}`
    const count = (submissions.get(key) ?? 0) + 1
    submissions.set(key, count)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ jobId: `${taskId}-${count}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // an object, since it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    submissions,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function drain(request: IncomingMessage): void {
  request.resume()
}
