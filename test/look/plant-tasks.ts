import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** An account whose past is made up. */
export interface PastAccount {
  readonly accountId: string
  readonly keyId: string
  /** Tasks on a usual day. */
  readonly perDay: number
}

type Ending = readonly [code: string, message: string, engine: string]

const dayMs = 24 * 3_600_000
const days = 14
/** How busy the days of a week are. */
const week = [0.6, 1, 1.3, 0.9, 1.1, 1.5, 0.7] as const
const engines = ['studio', 'studio', 'gpu-box'] as const
const prompts = [
  'a lighthouse in a storm, oil on canvas',
  'the cover of a cookbook, figs and a copper pan',
  'a tram in the rain at night, film still',
  'an isometric harbour with cranes, paper cut',
  'a botanical plate of a pear, 19th century',
  'a fox in the snow, soft morning light',
]
const endings: readonly Ending[] = [
  ['PROVIDER_UNAVAILABLE', 'No engine could be reached. You were not charged.', 'gpu-box'],
  ['GENERATION_FAILED', 'The engine stopped with an error: CUDA out of memory.', 'gpu-box'],
  ['PROVIDER_UNAVAILABLE', 'No engine could be reached. You were not charged.', 'gpu-box'],
  ['WORKER_TIMEOUT', 'The engine took longer than 15 minutes. You were not charged.', 'gpu-box'],
  ['INVALID_INPUT', 'The engine rejected the request: the prompt names a living person.', 'studio'],
]

/**
 * Writes two weeks of tasks, with their ledger entries and usage, into the database of a service in `folder`; the
 * ledger agrees afterwards. Returns the id of a failed task that three calls of engines belong to.
 */
export function plantTasks(folder: string, accounts: readonly PastAccount[]): string {
  const database = new DatabaseSync(join(folder, 'mediagen.sqlite'))
  database.exec('pragma busy_timeout = 5000; begin immediate')
  const nowMs = Date.now()
  let serial = 0
  let failures = 0
  let traced = ''
  for (let day = days - 1; day >= 0; day -= 1)
    for (const [place, account] of accounts.entries()) {
      const share = day === 0 ? (nowMs % dayMs) / dayMs : 1
      const count = Math.ceil(account.perDay * share * (week[(day + place) % week.length] ?? 1))
      for (let index = 0; index < count; index += 1) {
        serial += 1
        const sinceMidnightMs = ((index + 0.3 + place / 10) / count) * dayMs * share * 0.95
        const createdAtMs = Math.floor(nowMs - day * dayMs - (nowMs % dayMs) + sinceMidnightMs)
        const isFailed = serial % (day < 2 ? 8 : 23) === 0
        const ending = isFailed ? endings[failures++ % endings.length] : undefined
        const id = write(database, { account, createdAtMs, serial, ending })
        if (ending?.[0] === 'GENERATION_FAILED') traced = id
      }
    }
  plantCalls(database, traced)
  database.exec('commit')
  database.close()
  return traced
}

interface PastTask {
  readonly account: PastAccount
  readonly createdAtMs: number
  readonly serial: number
  /** Undefined: it succeeded. */
  readonly ending: Ending | undefined
}

function write(database: DatabaseSync, { account, createdAtMs, serial, ending }: PastTask): string {
  const { accountId, keyId } = account
  const id = createdAtMs.toString(36).padStart(9, '0') + serial.toString(36).padStart(15, '0')
  const isVideo = serial % 5 === 0
  const cost = isVideo ? 400_000 : 40_000
  const completedAtMs = createdAtMs + (ending === undefined ? 2_400 + (serial % 40) * 150 : 64_000)
  const output = [
    { key: `results/${id}/1/0`, contentType: isVideo ? 'video/mp4' : 'image/png', sizeBytes: 800_000 },
  ]
  const run = (sql: string, ...values: (string | number | null)[]) => database.prepare(sql).run(...values)
  run(
    `insert into tasks (id, account_id, api_key_id, type, tier, status, parameters, cost, created_at, started_at,
       completed_at, queue_position, attempt, epoch, provider, engine_called_at, output, error_code, error_message)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1, ?, ?, ?, ?, ?)`,
    id,
    accountId,
    keyId,
    isVideo ? 'video.generate' : 'image.generate',
    isVideo ? '720p' : '1k',
    ending === undefined ? 'SUCCEEDED' : 'FAILED',
    JSON.stringify({
      prompt: prompts[serial % prompts.length],
      aspectRatio: '1:1',
      widthPx: 1024,
      heightPx: 1024,
    }),
    cost,
    createdAtMs,
    createdAtMs + 200,
    completedAtMs,
    createdAtMs,
    ending?.[2] ?? engines[serial % engines.length] ?? 'studio',
    createdAtMs + 260,
    ending === undefined ? JSON.stringify(output) : null,
    ending?.[0] ?? null,
    ending?.[1] ?? null,
  )
  const enter = `insert into ledger_entries (account_id, task_id, phase, kind, amount, created_at) values (?, ?, ?, ?, ?, ?)`
  run(enter, accountId, id, 1, 'reserve', cost, createdAtMs)
  run(enter, accountId, id, 2, ending === undefined ? 'charge' : 'refund', cost, completedAtMs)
  const charged = ending === undefined ? cost : 0
  run(
    `insert into usage_days (account_id, day, product, api_key_id, succeeded, failed, cancelled, charged)
     values (?, ?, ?, ?, ?, ?, 0, ?)
     on conflict do update set succeeded = succeeded + excluded.succeeded, failed = failed + excluded.failed,
       charged = charged + excluded.charged`,
    accountId,
    Math.floor(completedAtMs / dayMs),
    isVideo ? 'video.generate' : 'image.generate',
    keyId,
    ending === undefined ? 1 : 0,
    ending === undefined ? 0 : 1,
    charged,
  )
  run(
    'update accounts set balance = balance - ?, result_bytes = result_bytes + ? where id = ?',
    charged,
    ending === undefined ? 800_000 : 0,
    accountId,
  )
  return id
}

/** What happened to a task before it failed: two calls of a second engine, and a wait before the last one. */
function plantCalls(database: DatabaseSync, taskId: string): void {
  const createdAtMs = Number.parseInt(taskId.slice(0, 9), 36)
  const calls = [
    ['gpu-box', 260, 4_300, 'busy', 'The engine answered 429: 2 jobs are running.'],
    ['gpu-box', 14_400, 16_000, 'unavailable', 'The connection was refused.'],
  ] as const
  for (const [index, [engine, fromMs, toMs, outcome, reason]] of calls.entries())
    database
      .prepare(
        `insert into engine_calls (task_id, id, attempt, provider, started_at, ended_at, outcome, reason)
         values (?, ?, 1, ?, ?, ?, ?, ?)`,
      )
      .run(
        taskId,
        `${taskId.slice(0, 23)}${index}`,
        engine,
        createdAtMs + fromMs,
        createdAtMs + toMs,
        outcome,
        reason,
      )
  database.prepare('update tasks set engine_called_at = ? where id = ?').run(createdAtMs + 31_000, taskId)
}
