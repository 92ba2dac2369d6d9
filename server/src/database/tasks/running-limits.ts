import type { Task } from '../../core/domain/tasks/task.ts'
import { noMax } from '../accounts/limits.ts'
import type { Tx } from '../database.ts'
import {
  countRunningTasks,
  type HeldTurn,
  insertHeldTasks,
  listOldestHeld,
  moveHeldTask,
} from '../queue/held-tasks.ts'
import { queueStepMs } from '../queue/work-rows.ts'

/** Where a claimed task waited. */
export interface Place {
  readonly taskId: string
  readonly position: number
  /** Whether it was held. */
  readonly isTurn: boolean
  /** The first position of its product's queue; undefined if nothing waits there. */
  readonly headPosition: number | undefined
}

/** A waiting task, in the order of the claim, and how many its account may run at once. */
export interface Candidate {
  readonly task: Task
  readonly place: Place
  readonly runningMax: bigint
}

/** Whether the account of a candidate must be locked before `admitTasks`. */
export function isLimited({ runningMax }: Pick<Candidate, 'runningMax'>): boolean {
  return runningMax < noMax
}

/**
 * The candidates that may start now, oldest first within an account and product; the others are held. The caller
 * has locked the accounts that are limited, so no other claim of theirs runs at the same time.
 */
export async function admitTasks(
  tx: Tx,
  candidates: readonly Candidate[],
): Promise<{ readonly admitted: readonly Task[]; readonly hasHeld: boolean }> {
  const concerned = candidates.filter((each) => isLimited(each) || each.place.isTurn)
  if (concerned.length === 0) return { admitted: candidates.map(({ task }) => task), hasHeld: false }
  const left = await countRoom(tx, candidates.filter(isLimited))
  const lines = new Map(concerned.map(({ task }) => [lineOf(task), task]))
  const oldest = await listOldestHeld(
    tx,
    [...lines.values()].map(({ type, accountId }) => ({ product: type, accountId })),
  )
  const oldestOf = new Map(
    oldest.map((turn) => [lineOf({ type: turn.product, accountId: turn.accountId }), turn]),
  )
  const admitted: Candidate[] = []
  const held: Candidate[] = []
  for (const candidate of candidates) {
    const { task, place } = candidate
    const room = left.get(task.accountId) ?? noMax
    const isBehind = !place.isTurn && isLimited(candidate) && isOlder(oldestOf.get(lineOf(task)), task)
    if (room <= 0n || isBehind) held.push(candidate)
    else {
      admitted.push(candidate)
      left.set(task.accountId, room - 1n)
    }
  }
  await insertHeldTasks(tx, held.map(turnOf))
  for (const { task, place } of admitted) {
    const next = oldestOf.get(lineOf(task))
    if (!place.isTurn || next === undefined) continue
    await moveHeldTask(tx, {
      ...next,
      position: Math.max(place.position, place.headPosition ?? 0) + queueStepMs,
    })
  }
  return { admitted: admitted.map(({ task }) => task), hasHeld: held.some(({ place }) => !place.isTurn) }
}

/** How many more tasks each account may run; a limited account that has a lower limit since is below 0. */
async function countRoom(tx: Tx, limited: readonly Candidate[]): Promise<Map<string, bigint>> {
  const max = new Map(limited.map(({ task, runningMax }) => [task.accountId, runningMax]))
  if (max.size === 0) return new Map()
  const running = await countRunningTasks(tx, [...max.keys()])
  return new Map([...max].map(([accountId, most]) => [accountId, most - (running.get(accountId) ?? 0n)]))
}

function isOlder(held: { readonly taskId: string } | undefined, { id }: Task): boolean {
  return held !== undefined && held.taskId < id
}

function turnOf({ task, place }: Candidate): HeldTurn {
  return { product: task.type, accountId: task.accountId, taskId: task.id, position: place.position }
}

function lineOf({ type, accountId }: Pick<Task, 'type' | 'accountId'>): string {
  return `${accountId} ${type}`
}
