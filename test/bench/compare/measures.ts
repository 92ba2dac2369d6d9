import { setTimeout as pause } from 'node:timers/promises'
import type { RowDataPacket } from 'mysql2/promise'
import { generationRequest, pollRequest, submit } from '../support/bench-database.ts'
import { pick, runHttpLoad } from '../support/load.ts'
import type { MeasuredProcess } from '../support/measured-process.ts'
import { sized } from '../support/options.ts'
import { openClient } from '../support/raw-http-client.ts'
import type { Side } from './sides.ts'

const durationMs = sized(2_000, 500)
const pollsOfAccount = 10
const heldPolls = sized(500, 50)
const waitSeconds = 1
const tasksOfTurn = sized(1_000, 500)
const lookMs = 20

/** What one turn of one side took. */
export interface Turn {
  /** The service's own processor time for one request or task. */
  readonly cpuMs: number
  readonly perSecond: number
}

/** What is compared: its name on the command line, and how one turn of it is measured. */
export interface Measure {
  readonly name: string
  readonly what: string
  /** Starts the side's process; the result measures a turn. */
  readonly prepare: (side: Side, stack: AsyncDisposableStack) => Promise<() => Promise<Turn>>
}

export const measures: readonly Measure[] = [
  ...[16, 100].map((clients) => orders('orders', `an order, ${clients} clients`, clients)),
  orders('keys', 'an order with an idempotency key, 16 clients', 16, () => crypto.randomUUID()),
  ...[16, 100].map((clients) => polls('polls', `a poll, ${clients} clients`, clients)),
  polls('held-polls', `a poll held for ${waitSeconds} s, ${heldPolls} clients`, heldPolls, waitSeconds),
  {
    name: 'tasks',
    what: 'a claim and a settlement',
    async prepare(side, stack) {
      const worker = stack.use(await side.start('worker'))
      return () => drain(side, worker)
    },
  },
]

function orders(name: string, what: string, clients: number, keyOf?: () => string): Measure {
  return {
    name,
    what,
    async prepare(side, stack) {
      const api = stack.use(await side.start('api'))
      return () =>
        load(api, {
          clients,
          request: (client, turn) => generationRequest(pick(side.database.accounts, client, turn), keyOf?.()),
        })
    },
  }
}

function polls(name: string, what: string, clients: number, seconds?: number): Measure {
  return {
    name,
    what,
    async prepare(side, stack) {
      const api = stack.use(await side.start('api'))
      const client = await openClient(api.port)
      const requests: Buffer[] = []
      for (const account of side.database.accounts)
        for (let count = 0; count < pollsOfAccount; count += 1)
          requests.push(pollRequest({ account, taskId: await submit(client, account) }, seconds))
      client.close()
      return () => load(api, { clients, request: (each, turn) => pick(requests, each, turn) })
    },
  }
}

async function load(
  api: MeasuredProcess,
  options: { readonly clients: number; readonly request: (client: number, turn: number) => Buffer },
): Promise<Turn> {
  const before = api.cpuSeconds()
  const { count, perSecond } = await runHttpLoad(api.port, { ...options, durationMs })
  return { cpuMs: ((api.cpuSeconds() - before) * 1_000) / count, perSecond }
}

/** The worker stands still while the tasks are added, so that all of its time is spent on them. */
async function drain({ database, fillQueue }: Side, worker: MeasuredProcess): Promise<Turn> {
  process.kill(worker.pid, 'SIGSTOP')
  await fillQueue(tasksOfTurn)
  const before = worker.cpuSeconds()
  const startedAt = performance.now()
  process.kill(worker.pid, 'SIGCONT')
  for (;;) {
    const [rows] = await database.bare.query<RowDataPacket[]>(
      'select (select count(*) from task_queue) + (select count(*) from task_leases) as open',
    )
    if (Number(rows[0]?.open) === 0) break
    await pause(lookMs)
  }
  return {
    cpuMs: ((worker.cpuSeconds() - before) * 1_000) / tasksOfTurn,
    perSecond: (tasksOfTurn * 1_000) / (performance.now() - startedAt),
  }
}
