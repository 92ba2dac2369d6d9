import { Agent } from 'node:http'
import type { Database } from '../../server/src/database/database.ts'
import { type StubbornRequest, type StubbornResponse, sendOnce } from '../soak/stubborn-client.ts'
import type { Outcome, Recorder } from './history.ts'
import type { Accept, Cancel, Poll } from './service-history.ts'
import { readAccounts } from './snapshot.ts'

export interface LoadAccount {
  readonly id: string
  readonly apiKey: string
}

interface LoadOptions {
  readonly recorder: Recorder
  /** The APIs that are up. */
  readonly urls: () => readonly string[]
  readonly database: Database
  readonly accounts: readonly LoadAccount[]
  readonly clients: number
  readonly random: () => number
  /** Whether to begin another operation. */
  readonly goesOn: () => boolean
}

const pauseMsMax = 40
const readEveryMs = 100
const responseMsMax = 5_000

/**
 * Clients that ask for tasks, poll and cancel them through whichever API is up, and a reader of the database.
 * Resolves when every operation has ended. Nothing is repeated until it succeeds: a lost response is written
 * down as unknown.
 */
export async function runLoad(options: LoadOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const requests = createRequests(options, agent)
  const { random, goesOn } = options
  const loop = async (act: () => Promise<unknown>, pauseMs: () => number): Promise<void> => {
    while (goesOn()) {
      if (options.urls().length > 0) await act()
      await new Promise((resolve) => setTimeout(resolve, pauseMs()))
    }
  }
  await Promise.all([
    ...Array.from({ length: options.clients }, () => loop(requests.any, () => random() * pauseMsMax)),
    loop(requests.read, () => readEveryMs),
  ])
  agent.destroy()
}

function createRequests({ recorder, urls, database, accounts, random }: LoadOptions, agent: Agent) {
  const asked: Accept['asked'][] = []
  const tasks: { readonly account: string; readonly task: string }[] = []
  const keys = new Map(accounts.map(({ id, apiKey }) => [id, apiKey]))
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  let count = 0

  function send(
    account: string,
    method: 'GET' | 'POST',
    path: string,
    request: { readonly body?: unknown; readonly key?: string } = {},
  ): Promise<StubbornResponse | string> {
    const url = pick(urls())
    if (url === undefined) return Promise.resolve('no API is up')
    const { body, key } = request
    const headers = {
      Authorization: `Bearer ${keys.get(account)}`,
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    }
    const whole: StubbornRequest = {
      method,
      path,
      headers,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    }
    return sendOnce(agent, url, whole, responseMsMax)
  }

  async function accept(value: Accept['asked']): Promise<void> {
    asked.push(value)
    const product = value.body.startsWith('video') ? 'videos' : 'images'
    await recorder.record('accept', value, async (): Promise<Outcome> => {
      const { account, key, body } = value
      const response = await send(account, 'POST', `/api/v1/${product}/generations`, {
        key,
        body: { prompt: body },
      })
      if (isUnknown(response)) return { type: 'info', value }
      if (response.status !== 200) return { type: 'fail', value: { code: response.body.code } }
      const found: Accept['found'] = { task: response.body.id }
      tasks.push({ account, task: response.body.id })
      return { type: 'ok', value: found }
    })
  }

  async function poll(value: Poll['asked']): Promise<void> {
    await recorder.record('poll', value, async (): Promise<Outcome> => {
      const response = await send(value.account, 'GET', `/api/v1/tasks/${value.task}`)
      if (isUnknown(response)) return { type: 'fail', value: { code: 'NO_RESPONSE' } }
      const found: Poll['found'] = { status: response.status === 404 ? 'NOT_FOUND' : response.body.status }
      return { type: 'ok', value: found }
    })
  }

  async function cancel(value: Cancel['asked']): Promise<void> {
    await recorder.record('cancel', value, async (): Promise<Outcome> => {
      const response = await send(value.account, 'POST', `/api/v1/tasks/${value.task}/cancel`)
      if (isUnknown(response)) return { type: 'info', value }
      const found: Cancel['found'] = { isGranted: response.status === 200 }
      return { type: 'ok', value: found }
    })
  }

  async function acceptNew(): Promise<void> {
    const account = pick(accounts)?.id ?? ''
    count += 1
    const body = `${pick(['image', 'image', 'image', 'video'])} ${Math.floor(random() * 3)}`
    const value = { account, key: `key ${count}`, body }
    // One in five is sent twice at once, and one in twenty beside another request with its key.
    const again = random() < 0.2 ? [accept(value)] : []
    const other = random() < 0.05 ? [accept({ ...value, body: `${body} or another` })] : []
    await Promise.all([accept(value), ...again, ...other])
  }

  async function acceptAgain(): Promise<void> {
    const value = pick(asked.slice(-200))
    await (value === undefined ? acceptNew() : accept(value))
  }

  const recent = () => pick(tasks.slice(-60))
  return {
    async any(): Promise<void> {
      const chance = random()
      const task = recent()
      if (task === undefined || chance < 0.3) return acceptNew()
      if (chance < 0.4) return acceptAgain()
      if (chance < 0.55) return cancel(task)
      return poll(task)
    },
    async read(): Promise<void> {
      const chosen = accounts.filter(() => random() < 0.25).map(({ id }) => id)
      if (chosen.length === 0) return
      await recorder.record('read', null, async (): Promise<Outcome> => {
        try {
          return { type: 'ok', value: await readAccounts(database, chosen) }
        } catch (error) {
          return { type: 'fail', value: String(error) }
        }
      })
    },
  }
}

/** Whether the response does not tell what happened: none, or an outage that may have begun after the COMMIT. */
function isUnknown(response: StubbornResponse | string): response is string {
  return typeof response === 'string' || response.status >= 500
}
