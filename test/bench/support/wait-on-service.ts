import { Mediagen } from '@mediagen/sdk'

export interface MeasuredWait {
  /** From the end of the task, by the clock that both sides share, to the end of the wait. */
  readonly latenessMs: number
  /** Those that followed the submission. */
  readonly requests: number
}

/**
 * Has an account's client begin a task and wait for it. Without held polls the preference is taken out on the
 * way, as by a proxy that does not pass it on.
 */
export function waitOnService(options: {
  readonly baseUrl: string
  readonly apiKey: string
  readonly holdsPolls: boolean
}): (prompt: string) => Promise<MeasuredWait> {
  const { baseUrl, apiKey, holdsPolls } = options
  const polls = new Map<string, number>()
  const client = new Mediagen({
    baseUrl,
    apiKey,
    fetch(url, init) {
      const taskId = /\/tasks\/(\w+)$/.exec(url)?.[1]
      if (taskId !== undefined) polls.set(taskId, (polls.get(taskId) ?? 0) + 1)
      const headers = new Headers(init.headers)
      if (!holdsPolls) headers.delete('prefer')
      return fetch(url, { ...init, headers })
    },
  })
  return async (prompt) => {
    const generation = await client.images.generate({ prompt })
    const { completedAt } = await generation.wait()
    const doneAtMs = Date.now()
    if (completedAt === null) throw new Error(`${generation.id} succeeded at no time`)
    return { latenessMs: doneAtMs - Date.parse(completedAt), requests: polls.get(generation.id) ?? 0 }
  }
}
