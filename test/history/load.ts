import type { Administration } from '../../server/src/operator/administration.ts'
import type { Parts } from '../../server/src/wiring/wire.ts'
import type { Exclusively } from '../support/processes/one-at-a-time.ts'
import { createClient, type Transport } from './client.ts'
import { wordsOfGate } from './gate.ts'
import type { Outcome, Recorder } from './history.ts'
import { createInputs } from './inputs.ts'
import { createOperator } from './operator.ts'
import { type Accept, bodyOf, type Poll } from './service-history.ts'
import { readAccounts } from './snapshot.ts'

export interface LoadAccount {
  readonly id: string
  readonly apiKey: string
  /** Whether it transforms uploads, or asks for what the gate does not allow. */
  readonly habit: 'uploads' | 'gated' | undefined
}

interface LoadOptions {
  readonly recorder: Recorder
  readonly transport: Transport
  /** Reach the database as the checkers do. */
  readonly parts: Parts
  /** Runs what no sweep may run beside that the hours of uploads matter to. */
  readonly exclusively: Exclusively
  /** The operator's way to it, which fails as the service's own. */
  readonly administration: Pick<Administration, 'creditAccount' | 'debitAccount'>
  readonly accounts: readonly LoadAccount[]
  readonly clients: number
  readonly random: () => number
  /** How many times longer the pauses are between two operations. @default 1 */
  readonly slowness?: number
  /** Whether to begin another operation. */
  readonly goesOn: () => boolean
}

const pauseMsMax = 40
const readEveryMs = 100
const payEveryMs = 100
const ageEveryMs = 50
/** Millionths of a US dollar, and far from what accounts open with. */
const paymentSteps = [100_000, 200_000, 300_000]

/**
 * Clients that ask for tasks, poll and cancel them through whichever API is up, an operator who pays in and takes
 * back, and a reader of the database. Resolves when every operation has ended.
 */
export async function runLoad(options: LoadOptions): Promise<void> {
  const actions = createActions(options)
  const { random, slowness = 1, goesOn } = options
  const loop = async (act: () => Promise<unknown>, pauseMs: () => number): Promise<void> => {
    while (goesOn()) {
      if (options.transport.isUp()) await act()
      await new Promise((resolve) => setTimeout(resolve, slowness * pauseMs()))
    }
  }
  await Promise.all([
    ...Array.from({ length: options.clients }, () => loop(actions.request, () => random() * pauseMsMax)),
    loop(actions.read, () => readEveryMs),
    loop(actions.pay, () => payEveryMs),
    loop(actions.age, () => ageEveryMs),
  ])
  await actions.readAll()
}

function createActions({
  recorder,
  transport,
  parts,
  exclusively,
  administration,
  accounts,
  random,
}: LoadOptions) {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const effectId = parts.catalogue.effects.find(({ surface }) => surface === 'video')?.id ?? ''
  const client = createClient({ recorder, transport, effectId })
  const inputs = createInputs({ client, database: parts.database, exclusively, random })
  const operator = createOperator({ recorder, administration, random })
  const asked: Accept['asked'][] = []
  const tasks: Poll['asked'][] = []
  const succeeded: Poll['asked'][] = []
  let count = 0

  async function accept(value: Accept['asked']): Promise<void> {
    const request = async () => {
      asked.push(value)
      const outcome = await client.accept(value)
      if (outcome.task !== undefined) tasks.push({ account: value.account, task: outcome.task })
      return outcome
    }
    await (value.input === undefined ? request() : inputs.use(value.input, request))
  }

  async function acceptNew(): Promise<void> {
    const { id: account = '', habit } = pick(accounts) ?? {}
    const input = habit === 'uploads' ? await inputs.pick(account) : undefined
    if (habit === 'uploads' && input === undefined) return
    count += 1
    const key = `key ${count}`
    const product = pick(['image', 'image', 'image', 'video'])
    const words = habit === 'gated' ? pick(['', ...wordsOfGate]) : ''
    const wish = `${product} ${words} ${Math.floor(random() * 3)}`
    const value = { account, key, body: bodyOf(wish, key), ...(input !== undefined && { input }) }
    // One in five is sent twice at once, and one in twenty beside another request with its key.
    const again = random() < 0.2 ? [accept(value)] : []
    const other = random() < 0.05 ? [accept({ ...value, body: bodyOf(`${wish} or another`, key) })] : []
    await Promise.all([accept(value), ...again, ...other])
  }

  /** Mostly a request of a moment ago, sometimes one whose key may have been forgotten. */
  async function acceptAgain(): Promise<void> {
    const value = pick(random() < 0.7 ? asked.slice(-200) : asked)
    await (value === undefined ? acceptNew() : accept(value))
  }

  async function read(ids: readonly string[]): Promise<Outcome> {
    return recorder.record('read', null, async (): Promise<Outcome> => {
      try {
        return { type: 'ok', value: await readAccounts(parts.database, ids) }
      } catch (error) {
        return { type: 'fail', value: String(error) }
      }
    })
  }

  /** Mostly a result of a moment ago, sometimes one that may have been removed. */
  async function fetch(): Promise<void> {
    const task = pick(random() < 0.8 ? succeeded.slice(-10) : succeeded)
    if (task !== undefined) await client.fetchResult(task)
  }

  const recent = () => pick(tasks.slice(-60))
  return {
    async request(): Promise<void> {
      const chance = random()
      const task = recent()
      if (task === undefined || chance < 0.3) return acceptNew()
      if (chance < 0.4) return acceptAgain()
      if (chance < 0.55) return client.cancel(task)
      if (chance < 0.7) return fetch()
      if (await client.poll(task)) succeeded.push(task)
    },
    async read(): Promise<void> {
      const chosen = accounts.filter(() => random() < 0.25).map(({ id }) => id)
      if (chosen.length > 0) await read(chosen)
    },
    readAll: () => read(accounts.map(({ id }) => id)),
    async pay(): Promise<void> {
      const account = pick(accounts)?.id ?? ''
      await operator.pay(random() < 0.5 ? 'credit' : 'debit', account, pick(paymentSteps) ?? 0)
    },
    age: inputs.age,
  }
}
