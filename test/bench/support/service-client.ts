import { setTimeout as pause } from 'node:timers/promises'
import { openClient, type RawHttpClient, requestBytes } from './raw-http-client.ts'

/** A task as its caller sees it. */
export type SeenTask = Readonly<Record<string, unknown>>

/** A caller of the service with a connection of its own, which carries one request at a time. */
export interface ServiceClient extends Disposable {
  /** The body of the response to a GET, or to a POST with a body. Rejects unless the status is 200. */
  call(path: string, body?: object): Promise<SeenTask>
  /** Polls until the task has succeeded. Rejects where it ends in another way. */
  untilSucceeded(taskId: string, pauseMs: number): Promise<SeenTask>
}

export async function openServiceClient(port: number, apiKey: string): Promise<ServiceClient> {
  const client: RawHttpClient = await openClient(port)
  const call: ServiceClient['call'] = async (path, body) => {
    const request = requestBytes({
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }),
      path: `/api/v1${path}`,
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    return JSON.parse((await client.send(request, 200)).split('\r\n\r\n')[1] ?? '')
  }
  return {
    call,
    async untilSucceeded(taskId, pauseMs) {
      for (;;) {
        const task = await call(`/tasks/${taskId}`)
        if (task.status === 'SUCCEEDED') return task
        if (task.completedAt !== null) throw new Error(`The task ended as ${JSON.stringify(task)}.`)
        await pause(pauseMs)
      }
    },
    [Symbol.dispose]: () => client.close(),
  }
}
