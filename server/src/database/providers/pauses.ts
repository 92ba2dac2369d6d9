import { type ProductName, productNames } from '../../core/domain/products.ts'
import type { Tx } from '../database.ts'
import type { Reader } from '../tables.ts'

/** What may be paused: `name` is that of an engine of the providers file, or of a product. */
export interface PausedThing {
  readonly kind: 'engine' | 'product'
  readonly name: string
}

export interface Pause extends PausedThing {
  /** Who paused it, as the audit table names them. */
  readonly actor: string
  readonly reason: string
  readonly pausedAtMs: number
}

/** What no task begins at. */
export interface Paused {
  readonly engines: ReadonlySet<string>
  readonly products: ReadonlySet<ProductName>
}

/** All that is paused now, by kind and name. */
export async function listPauses(db: Reader): Promise<Pause[]> {
  const rows = await db.selectFrom('pauses').selectAll().orderBy('kind').orderBy('name').execute()
  return rows.map(({ paused_at, ...pause }) => ({ ...pause, pausedAtMs: Number(paused_at) }))
}

export function pausedOf(things: readonly PausedThing[]): Paused {
  const names = (kind: PausedThing['kind']) =>
    new Set(things.filter((thing) => thing.kind === kind).map(({ name }) => name))
  const products = names('product')
  return {
    engines: names('engine'),
    products: new Set(productNames.filter((product) => products.has(product))),
  }
}

/** False if it is paused already; nothing changes then. */
export async function insertPause(tx: Tx, { pausedAtMs, ...pause }: Pause): Promise<boolean> {
  const found = await tx.db
    .selectFrom('pauses')
    .select('name')
    .where('kind', '=', pause.kind)
    .where('name', '=', pause.name)
    .executeTakeFirst()
  if (found !== undefined) return false
  await tx.db
    .insertInto('pauses')
    .values({ ...pause, paused_at: BigInt(pausedAtMs) })
    .execute()
  return true
}

/** False if it is not paused. */
export async function deletePause(tx: Tx, { kind, name }: PausedThing): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('pauses')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
