import type { Database } from '../database.ts'

/** Ids after the first, up to and including the last. */
export interface Chunk {
  readonly after: string
  readonly upTo: string
}

/**
 * A table by primary key, by default the whole of it as of the start; rows added meanwhile are left to the next run.
 * These reads are short, so that a database that hangs is noticed at once.
 */
export async function* chunksOf(
  database: Database,
  table: 'accounts' | 'tasks' | 'key_limits',
  rows: number,
  range: Partial<Chunk> = {},
): AsyncGenerator<Chunk> {
  const last = range.upTo ?? (await findLast(database, table))
  for (let after = range.after ?? ''; after < last; ) {
    const row = await database.read((db) =>
      db
        .selectFrom(table)
        .select('id')
        .where('id', '>', after)
        .where('id', '<=', last)
        .orderBy('id')
        .limit(1)
        .offset(rows - 1)
        .executeTakeFirst(),
    )
    const chunk = { after, upTo: row?.id ?? last }
    yield chunk
    after = chunk.upTo
  }
}

async function findLast(database: Database, table: 'accounts' | 'tasks' | 'key_limits'): Promise<string> {
  const { id } = await database.read((db) =>
    db
      .selectFrom(table)
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirstOrThrow(),
  )
  return id ?? ''
}
