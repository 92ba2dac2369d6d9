import { ServiceError } from '@mediagen/contract/errors'
import { expect } from 'vitest'
import type { Task } from '../../server/src/core/domain/task.ts'
import { Usd } from '../../server/src/core/domain/usd.ts'
import { requeueTask } from '../../server/src/database/task-leases.ts'
import { endTasks } from '../../server/src/database/task-moves.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { sweepIdempotencyKeys } from '../../server/src/use-cases/sweeps.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import type { TestService } from '../support/service.ts'
import { expectAgreement } from './agreement.ts'
import { Model, type ModelAccount } from './model.ts'
import type { Operation, Request } from './operations.ts'

const dayMs = 24 * 3_600_000

/** The service and the model, side by side: each operation is done to both, and both must say the same. */
export async function openSimulation(service: TestService, accounts: number) {
  const { database } = service
  const model = new Model()
  const useCases = wireUseCases(service.parts, { onAccepted: () => undefined })
  const administration = createAdministration(database)
  const prices = service.parts.catalogue.pricing.products.find(({ product }) => product === 'image.generate')
  /** Every claim there ever was, in the worker's view; most are stale. */
  const claims: Task[] = []
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }

  for (let index = 0; index < accounts; index += 1) {
    const balance = Usd.parse('1.000007')
    model.openAccount((await administration.createAccount({ balance })).accountId, balance.micros)
  }

  function accountAt(index: number): ModelAccount {
    const account = model.accounts[index % model.accounts.length]
    if (account === undefined) throw new Error('There is no account.')
    return account
  }

  async function outcomeOf<T>(work: Promise<T>): Promise<T | string> {
    return work.catch((error: unknown) => {
      if (error instanceof ServiceError) return error.code
      throw error
    })
  }

  async function accept(requests: readonly Request[]): Promise<void> {
    const results = await Promise.all(
      requests.map(({ account, prompt, tier, key }) =>
        outcomeOf(
          useCases.acceptGeneration({
            accountId: accountAt(account).id,
            product: 'image.generate',
            parameters: { prompt: `prompt ${prompt}`, resolution: tier },
            ...(key !== undefined && { idempotencyKey: `key ${key}` }),
          }),
        ),
      ),
    )
    const outcomes = requests.map((request, index) => ({ request, result: results[index] ?? '' }))
    // New acceptances come first: of concurrent requests, a replay may get its response before its original.
    for (const { request, result } of outcomes) {
      if (typeof result === 'string' || result.replayed) continue
      const account = accountAt(request.account)
      const cost = prices?.tiers.find(({ tier }) => tier === request.tier)?.unitPrice.micros ?? 0n
      model.accept(account, result.id, cost)
      count('accepted')
      if (request.key === undefined) continue
      const key = `${account.id} ${request.key}`
      if (model.keys.has(key)) throw new Error(`The key ${key} made a second task.`)
      model.keys.set(key, { taskId: result.id, asked: askedOf(request) })
    }
    for (const { request, result } of outcomes) {
      const account = accountAt(request.account)
      const known = request.key === undefined ? undefined : model.keys.get(`${account.id} ${request.key}`)
      if (typeof result !== 'string') {
        if (!result.replayed) continue
        expect(known).toEqual({ taskId: result.id, asked: askedOf(request) })
        count('replayed')
      } else if (result === 'IDEMPOTENCY_CONFLICT') {
        expect(known?.asked).not.toBe(askedOf(request))
        expect(known).toBeDefined()
        count('conflict')
      } else {
        expect(result).toBe('INSUFFICIENT_BALANCE')
        const cost = prices?.tiers.find(({ tier }) => tier === request.tier)?.unitPrice.micros ?? 0n
        // Nothing was added to the balance meanwhile, so what was too little then is too little now.
        expect(account.balance).toBeLessThan(cost)
        count('too poor')
      }
    }
  }

  async function claim(limit: number): Promise<void> {
    const waiting = model.waiting()
    const tasks = await service.claim(limit)
    // The order is left to the queue; checked is that none waits in vain and only waiting ones are claimed.
    expect(tasks).toHaveLength(Math.min(limit, waiting.length))
    for (const task of tasks) {
      model.claim(task.id, task.epoch)
      claims.push(task)
    }
  }

  /** Settles by a claim, whether or not that is still the one in force; the database must tell. */
  async function settle(task: Task, succeed: boolean): Promise<void> {
    const known = model.task(task.id)
    const inForce = known.status === 'PROCESSING' && known.holder === task.epoch
    const leaseLost = await database.transaction((tx) =>
      endTasks(tx, [
        succeed
          ? {
              task,
              move: 'succeed',
              output: [{ key: `results/${task.id}/1-0.png`, contentType: 'image/png', sizeBytes: 1 }],
            }
          : { task, move: 'fail', failure: { code: 'GENERATION_FAILED', message: 'simulated' } },
      ]),
    )
    expect(leaseLost.size === 0).toBe(inForce)
    if (inForce) model.settle(known, succeed ? 'SUCCEEDED' : 'FAILED')
    count(inForce ? (succeed ? 'succeeded' : 'failed') : 'settled in vain')
  }

  async function cancel(index: number, times: number): Promise<void> {
    // Mostly young tasks, for the old ones have all ended.
    const ids = [...model.tasks.keys()].slice(-60)
    const id = ids[index % Math.max(1, ids.length)]
    if (id === undefined) return
    const task = model.task(id)
    for (let time = 0; time < times; time += 1) {
      const result = await outcomeOf(useCases.cancelTask(task.account.id, id))
      const may = task.status === 'QUEUED' || task.status === 'CANCELLED'
      expect(result).toEqual(may ? { id, status: 'CANCELLED' } : 'TASK_NOT_CANCELLABLE')
      if (task.status === 'QUEUED') model.settle(task, 'CANCELLED')
      count(may ? 'cancelled' : 'not cancellable')
    }
  }

  /** Every lease expires; tasks go back to the queue, or fail once they were begun too often. */
  async function expire(durationMs = 31_000): Promise<void> {
    const held = model.held()
    service.advance(durationMs)
    let found = 0
    for (let some = await recoverLeases(service.run); some > 0; some = await recoverLeases(service.run))
      found += some
    expect(found).toBe(held.length)
    for (const task of held) {
      if (task.attempt < service.run.settings.attemptsMax) model.requeue(task, true)
      else model.settle(task, 'FAILED')
      count('expired')
    }
  }

  async function raceForClaimAndCancel(index: number): Promise<void> {
    const [task] = model
      .waiting()
      .filter(({ status }) => status === 'QUEUED')
      .slice(index % 3)
    if (task === undefined) return
    const [tasks, result] = await Promise.all([
      service.claim(4),
      outcomeOf(useCases.cancelTask(task.account.id, task.id)),
    ])
    const claimed = tasks.some(({ id }) => id === task.id)
    expect(result).toEqual(claimed ? 'TASK_NOT_CANCELLABLE' : { id: task.id, status: 'CANCELLED' })
    if (!claimed) model.settle(task, 'CANCELLED')
    for (const found of tasks) {
      model.claim(found.id, found.epoch)
      claims.push(found)
    }
    count(claimed ? 'claim won' : 'cancel won')
  }

  async function run(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'accept':
        return accept(operation.requests)
      case 'cancel':
        return cancel(operation.task, operation.times)
      case 'claim':
        return claim(operation.limit)
      case 'settle': {
        const task = claims.slice(-12)[operation.claim % Math.min(12, Math.max(1, claims.length))]
        for (let time = 0; task !== undefined && time < operation.times; time += 1)
          await settle(task, operation.succeed)
        return
      }
      case 'zombie': {
        const task = claims[operation.claim % Math.max(1, claims.length)]
        return task === undefined ? undefined : settle(task, operation.succeed)
      }
      case 'handBack': {
        const task = claims.slice(-12)[operation.claim % Math.min(12, Math.max(1, claims.length))]
        if (task === undefined) return
        const known = model.task(task.id)
        const inForce = known.holder === task.epoch
        const done = await database.transaction((tx) => requeueTask(tx, task, { countAttempt: false }))
        expect(done).toBe(inForce)
        if (inForce) model.requeue(known, false)
        return
      }
      case 'expire':
        return expire()
      case 'credit': {
        const account = accountAt(operation.account)
        const amount = Usd.ofMicros(BigInt(operation.micros))
        const { balance } = await administration.creditAccount({ accountId: account.id, amount })
        model.credit(account, amount.micros)
        expect(balance.micros).toBe(account.balance)
        return
      }
      case 'debit': {
        const account = accountAt(operation.account)
        const amount = Usd.ofMicros(BigInt(operation.micros))
        const isCovered = amount.micros <= account.balance
        const debited = administration.debitAccount({ accountId: account.id, amount })
        if (!isCovered) return expect(debited).rejects.toThrow('available')
        expect((await debited).balance.micros).toBe(account.balance - amount.micros)
        model.debit(account, amount.micros)
        count('debited')
        return
      }
      case 'forgetKeys':
        await expire(dayMs + 60_000)
        if (model.keys.size % 2 === 0) await sweepIdempotencyKeys(service, dayMs)
        model.keys.clear()
        return
      case 'raceForClaimAndCancel':
        return raceForClaimAndCancel(operation.task)
    }
  }

  return {
    counts,
    run,
    expectAgreement: () => expectAgreement(service, model),
  }
}

function askedOf({ prompt, tier }: Request): string {
  return `${prompt} ${tier}`
}
