import type { Database } from '../../../server/src/database/database.ts'

const lookMs = 200

/**
 * Resolves when every task has ended. Rejects once none has for `standstillMsMax`; `onLook` may throw for
 * another reason not to wait any longer.
 */
export async function untilAllHaveEnded(
  database: Database,
  options: { readonly standstillMsMax: number; readonly onLook?: () => void },
): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY
  let fewerAtMs = performance.now()
  for (let open = await countOpen(database); open > 0; open = await countOpen(database)) {
    options.onLook?.()
    if (open < fewest) {
      fewest = open
      fewerAtMs = performance.now()
    }
    if (performance.now() - fewerAtMs > options.standstillMsMax) throw new Error(`${open} tasks do not end`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

/** How many tasks have not ended. */
export async function countOpen(database: Database): Promise<number> {
  const { open } = await database.read((db) =>
    db
      .selectFrom('tasks')
      .select((row) => row.fn.countAll<bigint>().as('open'))
      .where('status', 'in', ['QUEUED', 'PROCESSING'])
      .executeTakeFirstOrThrow(),
  )
  return Number(open)
}

/** How many tasks ended in which way, by error code or else by status. */
export async function countEnds(database: Database): Promise<Record<string, number>> {
  const rows = await database.read((db) =>
    db
      .selectFrom('tasks')
      .select((row) => ['status', 'error_code', row.fn.countAll<bigint>().as('count')])
      .groupBy(['status', 'error_code'])
      .orderBy('status')
      .execute(),
  )
  return Object.fromEntries(rows.map((row) => [row.error_code ?? row.status, Number(row.count)]))
}
