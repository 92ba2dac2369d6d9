import { expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import {
  isTerminal,
  type TaskMoveName,
  type TaskStatus,
  taskMoves,
} from '../../server/src/core/domain/tasks/task-states.ts'
import { deleteQueueRows } from '../../server/src/database/queue/queue-rows.ts'
import { cancelTasks } from '../../server/src/database/tasks/cancel-tasks.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import type { TaskEnding } from '../../server/src/database/tasks/task-endings.ts'
import { endTasks } from '../../server/src/database/tasks/task-moves.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

const service = await openServiceOfFile()

/** Every path from creation to a terminal status, with at most one `retake`. */
function paths(at: TaskStatus | null = null, path: readonly TaskMoveName[] = []): TaskMoveName[][] {
  if (at !== null && isTerminal(at)) return [[...path]]
  const names = Object.keys(taskMoves) as TaskMoveName[]
  return names
    .filter((name) => taskMoves[name].from === at && !(name === 'retake' && path.includes(name)))
    .flatMap((name) => paths(taskMoves[name].to, [...path, name]))
}

const output = [{ key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 1 }]
const failure = { code: 'GENERATION_FAILED', message: 'It did not work.' } as const

/** Makes the move as the service makes it. Returns the task as its worker then holds it. */
const makeMove: Record<
  TaskMoveName,
  (account: TestAccount, id: string, held?: Task) => Promise<Task | undefined>
> = {
  accept: async () => undefined,
  start: claim,
  retake: async (account, id, held) => {
    if (held === undefined) throw new Error('Only a running task is taken over.')
    await service.database.transaction((tx) => requeueTask(tx, held, { countAttempt: true }))
    return claim(account, id)
  },
  succeed: (_account, _id, held) => end(held && { task: held, move: 'succeed', output }),
  fail: (_account, _id, held) => end(held && { task: held, move: 'fail', failure }),
  cancel: async (_account, id) => {
    await service.database.transaction(async (tx) => {
      const task = await tx.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const cost = Usd.ofMicros(task.cost)
      const place = { id, type: task.type, queuePosition: Number(task.queue_position) }
      expect(await deleteQueueRows(tx, [place])).toBe(1)
      const cancelled = { id, accountId: task.account_id, type: task.type, cost, createdAtMs: 0 }
      expect(await cancelTasks(tx, [cancelled])).toBe(true)
    })
    return undefined
  },
}

async function claim(_account: TestAccount, id: string): Promise<Task> {
  const task = (await service.claim()).find((claimed) => claimed.id === id)
  if (task === undefined) throw new Error('The task was not claimed.')
  return task
}

async function end(ending: TaskEnding | undefined): Promise<undefined> {
  if (ending === undefined) throw new Error('Only a running task ends.')
  expect((await service.database.transaction((tx) => endTasks(tx, [ending]))).size).toBe(0)
}

/** The movements of a task's money that the ledger has, in their order. */
async function movementsOf(id: string): Promise<string[]> {
  const rows = await service.database.transaction((tx) =>
    tx.db.selectFrom('ledger_entries').select('kind').where('task_id', '=', id).orderBy('phase').execute(),
  )
  return rows.map(({ kind }) => kind)
}

test.each(paths().map((path) => ({ path, name: path.join(', ') })))(
  'a task that goes $name reserves its cost once and settles it once, as the table of moves says',
  async ({ path }) => {
    const account = await service.createAccount('10.00')
    const id = await acceptImage(account)
    let held: Task | undefined
    for (const name of path) {
      const made = await makeMove[name](account, id, held)
      if (made !== undefined) held = made
      expect((await pollTask(account, id)).status).toBe(taskMoves[name].to)
    }
    const money = path.map((name) => taskMoves[name].money).filter((movement) => movement !== 'none')
    expect(await movementsOf(id)).toEqual(money)
    expect(money).toEqual(['reserve', path.at(-1) === 'succeed' ? 'charge' : 'refund'])
    await service.expectBooksToAgree()
  },
)

test('the table has five paths from creation to a terminal status', () => {
  expect(paths()).toHaveLength(5)
})
