import { ServiceError } from '@mediagen/contract/errors'
import type { Outcome, Recorder } from '../../history/history.ts'
import type { LoadAccount } from '../../history/load.ts'
import type { Accept, Cancel, Poll } from '../../history/service-history.ts'
import type { Api } from './service.ts'

const pauseMsMax = 1_000

/**
 * Clients that ask for tasks, poll and cancel them through whichever API is up, each so many operations. Resolves
 * when all have ended.
 */
export async function runClients(options: {
  readonly recorder: Recorder
  readonly apis: () => readonly Api[]
  readonly accounts: readonly LoadAccount[]
  readonly clients: number
  readonly operations: number
  /** Numbers of each client's own. */
  readonly randomOf: (client: number) => () => number
}): Promise<void> {
  const { recorder, apis, accounts, clients, operations, randomOf } = options
  const asked: Accept['asked'][] = []
  const tasks: Poll['asked'][] = []
  const apiKeys = new Map(accounts.map(({ id, apiKey }) => [id, apiKey]))

  async function client(number: number): Promise<void> {
    const random = randomOf(number)
    const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

    /** What an API says, unless it dies before that. */
    async function ask<T>(work: (api: Api) => Promise<T>): Promise<T | 'no answer' | ServiceError> {
      const api = pick(apis())
      if (api === undefined) return 'no answer'
      const died = api.process.died.then(() => 'no answer' as const)
      try {
        return await Promise.race([work(api), died])
      } catch (error) {
        return error instanceof ServiceError ? error : 'no answer'
      }
    }

    async function accept(value: Accept['asked']): Promise<void> {
      asked.push(value)
      await recorder.record('accept', value, async (): Promise<Outcome> => {
        const { account, key, body } = value
        const response = await ask(async ({ useCases }) => {
          const owner = await useCases.authenticate(apiKeys.get(account) ?? '')
          return useCases.acceptGeneration({
            ...orderOf(body),
            accountId: account,
            keyLimitsId: owner?.keyLimitsId,
            idempotencyKey: key,
          })
        })
        if (response === 'no answer') return { type: 'info', value }
        if (response instanceof ServiceError) return { type: 'fail', value: { code: response.code } }
        tasks.push({ account, task: response.id })
        return { type: 'ok', value: { task: response.id } satisfies Accept['found'] }
      })
    }

    async function poll(value: Poll['asked']): Promise<void> {
      await recorder.record('poll', value, async (): Promise<Outcome> => {
        const response = await ask(({ useCases }) => useCases.getTask(value.account, value.task))
        if (response === 'no answer') return { type: 'fail', value: { code: 'NO_RESPONSE' } }
        const found: Poll['found'] = {
          status: response instanceof ServiceError ? 'NOT_FOUND' : response.status,
        }
        return { type: 'ok', value: found }
      })
    }

    async function cancel(value: Cancel['asked']): Promise<void> {
      await recorder.record('cancel', value, async (): Promise<Outcome> => {
        const response = await ask(({ useCases }) => useCases.cancelTask(value.account, value.task))
        if (response === 'no answer') return { type: 'info', value }
        return {
          type: 'ok',
          value: { isGranted: !(response instanceof ServiceError) } satisfies Cancel['found'],
        }
      })
    }

    async function acceptNew(): Promise<void> {
      const account = pick(accounts)?.id ?? ''
      const body = `${pick(['image', 'image', 'video', 'long video'])} ${Math.floor(random() * 3)}`
      const value = { account, key: `key ${asked.length}`, body }
      const again = random() < 0.2 ? [accept(value)] : []
      const other = random() < 0.05 ? [accept({ ...value, body: `${body} or another` })] : []
      await Promise.all([accept(value), ...again, ...other])
    }

    for (let count = 0; count < operations; count += 1) {
      const chance = random()
      const task = pick(tasks.slice(-30))
      const earlier = pick(asked.slice(-60))
      if (task === undefined || chance < 0.3) await acceptNew()
      else if (chance < 0.4 && earlier !== undefined) await accept(earlier)
      else await (chance < 0.55 ? cancel(task) : poll(task))
      await new Promise((resolve) => setTimeout(resolve, random() * pauseMsMax))
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
}

function orderOf(body: string) {
  if (body.startsWith('image')) return { product: 'image.generate', parameters: { prompt: body } } as const
  const resolution = body.startsWith('long') ? '768p' : '512p'
  return { product: 'video.generate', parameters: { prompt: body, resolution } } as const
}
