import type { Administration } from '../../../server/src/operator/administration.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import { bodyOf } from '../judge/acceptances.ts'
import type { Recorder } from '../judge/history.ts'
import type { Accept, Poll } from '../judge/service-history.ts'
import { recordRead } from '../judge/snapshot.ts'
import { wordsOfGate } from '../service/gate.ts'
import type { Exclusively } from '../service/one-at-a-time.ts'
import { createClient } from './client.ts'
import { createInputs } from './inputs.ts'
import { createOperator } from './operator.ts'
import { priceOf } from './requests.ts'
import type { Transport } from './transport.ts'

export interface LoadAccount {
  readonly id: string
  /** More than one share their limits. */
  readonly apiKeys: readonly string[]
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
  /** How many orders of one account are sent at the same moment now and then. @default 1 */
  readonly ordersAtOnce?: number
  /** Over HTTP: how many clients follow tasks with polls and lists that are held. @default 0 */
  readonly followers?: number
  /** Over HTTP: what else goes on beside the clients, again and again. @default nothing */
  readonly others?: readonly (() => Promise<unknown>)[]
  readonly replacesInputs?: boolean
  /** How many times longer the pauses are between two operations. @default 1 */
  readonly slowness?: number
  /** Whether to begin another operation. */
  readonly goesOn: () => boolean
}

const pauseMsMax = 40
const readEveryMs = 100
const payEveryMs = 100
const ageEveryMs = 50
/** How long a response is held. */
const waitSeconds = 1
const listedMax = 20
/** Millionths of a US dollar, and far from what accounts open with. */
const paymentSteps = [100_000, 200_000, 300_000]

/**
 * Clients that ask for tasks, poll and cancel them through whichever API is up, an operator who pays in and takes
 * back, and a reader of the database. Resolves when every operation has ended.
 */
export async function runLoad(options: LoadOptions): Promise<void> {
  const actions = createActions(options)
  const { random, slowness = 1, followers = 0, others = [], goesOn } = options
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
    ...Array.from({ length: followers }, () => loop(actions.follow, () => random() * pauseMsMax)),
    ...others.map((act) => loop(act, () => random() * pauseMsMax)),
  ])
}

function createActions({
  recorder,
  transport,
  parts,
  exclusively,
  administration,
  accounts,
  ordersAtOnce = 1,
  replacesInputs,
  random,
}: LoadOptions) {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const effectId = parts.catalogue.effects.find(({ surface }) => surface === 'video')?.id ?? ''
  const client = createClient({ recorder, transport, effectId })
  const inputs = createInputs({ client, database: parts.database, exclusively, random, replacesInputs })
  const operator = createOperator({ recorder, administration, random })
  const asked: Accept['asked'][] = []
  const tasks: Poll['asked'][] = []
  const succeeded: Poll['asked'][] = []
  const counts = new Map<string, number>()

  async function accept(value: Accept['asked']): Promise<void> {
    const request = async () => {
      asked.push(value)
      const outcome = await client.accept(value)
      if (outcome.task !== undefined) tasks.push({ account: value.account, task: outcome.task })
      return outcome
    }
    await (value.input === undefined ? request() : inputs.use(value.input, request))
  }

  /** One in eight is of no use in a moment. */
  function wishOf(wish: Omit<Accept['asked'], 'price' | 'cancelAfter'>): Accept['asked'] {
    const cancelAfter = random() < 0.12 ? { cancelAfter: 1 + Math.floor(random() * 3) } : {}
    return { ...wish, price: priceOf(parts.catalogue, wish), ...cancelAfter }
  }

  /** What another account has, which nobody else may see, cancel or use. */
  async function trespass(): Promise<void> {
    const own = pick(asked)
    const others = tasks.filter(({ account }) => account !== own?.account).slice(-60)
    const upload = pick(asked.filter(({ account, input }) => account !== own?.account && input !== undefined))
    const what = pick(
      upload === undefined ? (['poll', 'cancel'] as const) : (['poll', 'cancel', 'use'] as const),
    )
    const id = what === 'use' ? upload?.input : pick(others)?.task
    if (own === undefined || what === undefined || id === undefined) return
    const key = `${own.key} for another's upload`
    await client.trespass({ account: own.account, what, id }, { ...own, key })
  }

  async function acceptNew(of = pick(accounts)): Promise<void> {
    const { id: account = '', habit } = of ?? {}
    const input = habit === 'uploads' ? await inputs.pick(account) : undefined
    if (habit === 'uploads' && input === undefined) return
    const count = (counts.get(account) ?? 0) + 1
    counts.set(account, count)
    // Accounts use the same keys.
    const key = `key ${count}`
    const product = pick(['image', 'image', 'image', 'video'])
    const words = habit === 'gated' ? pick(['', ...wordsOfGate]) : ''
    const wish = `${product} ${words} ${Math.floor(random() * 3)}`
    const ask = (words: string) =>
      wishOf({ account, key, body: bodyOf(words, key), ...(input !== undefined && { input }) })
    const value = ask(wish)
    // One in five is sent twice at once, and one in twenty beside another request with its key.
    const again = random() < 0.2 ? [accept(value)] : []
    const other = random() < 0.05 ? [accept(ask(`${wish} or another`))] : []
    await Promise.all([accept(value), ...again, ...other])
  }

  /** Orders that only a limit keeps apart. */
  async function acceptTogether(): Promise<void> {
    const of = pick(accounts)
    await Promise.all(Array.from({ length: ordersAtOnce }, () => acceptNew(of)))
  }

  /** Mostly a request of a moment ago, sometimes one whose key may have been forgotten. */
  async function acceptAgain(): Promise<void> {
    const value = pick(random() < 0.7 ? asked.slice(-200) : asked)
    await (value === undefined ? acceptNew() : accept(value))
  }

  /** Mostly a result of a moment ago, sometimes one that may have been removed. */
  async function fetch(): Promise<void> {
    const task = pick(random() < 0.8 ? succeeded.slice(-10) : succeeded)
    if (task !== undefined) await client.fetchResult(task)
  }

  /**
   * Polls a task, or lists some of an account and now and then another's among them, first at once and then held until
   * one changes; or reads the newest page, or the result of a task of any age.
   */
  async function follow(): Promise<void> {
    const task = recent()
    const kind = pick(['task', 'tasks', 'page', 'result'] as const)
    if (task === undefined) return
    const { account } = task
    if (kind === 'task') {
      const seen = await client.poll(task)
      if (seen?.etag !== undefined) await client.poll({ ...task, waitSeconds }, seen)
    } else if (kind === 'page') {
      await client.list({ account })
    } else if (kind === 'result') {
      const any = pick(tasks)
      if (any !== undefined && (await client.poll(any))?.what === 'SUCCEEDED') await client.fetchResult(any)
    } else {
      const own = tasks.slice(-120).filter((other) => other.account === account || random() < 0.02)
      const value = { account, ids: own.slice(-listedMax).map((one) => one.task) }
      const seen = await client.list(value)
      if (seen?.etag !== undefined) await client.list({ ...value, waitSeconds }, seen)
    }
  }

  const recent = () => pick(tasks.slice(-60))
  return {
    async request(): Promise<void> {
      const chance = random()
      const task = recent()
      if (ordersAtOnce > 1 && random() < 0.05) return acceptTogether()
      if (task === undefined || chance < 0.3) return acceptNew()
      if (chance < 0.4) return acceptAgain()
      if (chance < 0.55) return client.cancel(task)
      if (chance < 0.67) return fetch()
      if (chance < 0.7) return trespass()
      if ((await client.poll(task))?.what === 'SUCCEEDED') succeeded.push(task)
    },
    follow,
    async read(): Promise<void> {
      const chosen = accounts.filter(() => random() < 0.25).map(({ id }) => id)
      if (chosen.length > 0) await recordRead(recorder, parts.database, chosen)
    },
    async pay(): Promise<void> {
      const account = pick(accounts)?.id ?? ''
      await operator.pay(random() < 0.5 ? 'credit' : 'debit', account, pick(paymentSteps) ?? 0)
    },
    age: inputs.age,
  }
}
