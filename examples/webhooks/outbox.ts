import { DatabaseSync } from 'node:sqlite'
import type { Images, Videos } from '@mediagen/sdk'

/** What can be ordered: a product, and its request as the SDK takes it. */
export type Product =
  | { readonly product: 'image.generate'; readonly request: Parameters<Images['generate']>[0] }
  | { readonly product: 'image.transform'; readonly request: Parameters<Images['transform']>[0] }
  | { readonly product: 'video.generate'; readonly request: Parameters<Videos['generate']>[0] }
  | { readonly product: 'video.transform'; readonly request: Parameters<Videos['transform']>[0] }

/** A generation that somebody wants to hear of. */
export type Order = Product & Progress

/** How far an order has come. */
interface Progress {
  /** Also the idempotency key of the generation, and the id of its message. */
  readonly id: string
  /** Undefined until the service has accepted it. */
  readonly taskId: string | undefined
  /** The message, once there is something to say. */
  readonly message: string | undefined
  /** How often it was sent in vain. */
  readonly attempts: number
}

/** Orders on disk: what is in it is done, whatever process dies when. */
export interface Outbox {
  add(id: string, product: Product): void
  /** Every order whose message has not arrived, oldest first. */
  pending(): Order[]
  accepted(id: string, taskId: string): void
  finished(id: string, message: string): void
  failed(id: string): void
  /** The receiver has it, or will never take it. */
  settled(id: string): void
}

/** Opens the outbox in a file, which it creates if there is none. */
export function openOutbox(file: string): Outbox {
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS orders (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      product TEXT NOT NULL,
      request TEXT NOT NULL,
      task_id TEXT,
      message TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      settled INTEGER NOT NULL DEFAULT 0
    )`)
  const insert = database.prepare('INSERT INTO orders (id, product, request) VALUES (?, ?, ?)')
  const select = database.prepare('SELECT * FROM orders WHERE settled = 0 ORDER BY number')
  const accept = database.prepare('UPDATE orders SET task_id = ? WHERE id = ?')
  const finish = database.prepare('UPDATE orders SET message = ? WHERE id = ?')
  const fail = database.prepare('UPDATE orders SET attempts = attempts + 1 WHERE id = ?')
  const settle = database.prepare('UPDATE orders SET settled = 1 WHERE id = ?')
  return {
    add: (id, { product, request }) => void insert.run(id, product, JSON.stringify(request)),
    pending: () => select.all().map(readOrder),
    accepted: (id, taskId) => void accept.run(taskId, id),
    finished: (id, message) => void finish.run(message, id),
    failed: (id) => void fail.run(id),
    settled: (id) => void settle.run(id),
  }
}

function readOrder(row: Record<string, unknown>): Order {
  const product = String(row.product)
  if (!isProduct(product)) throw new Error(`The outbox has an order of ${product}.`)
  return {
    id: String(row.id),
    product,
    request: JSON.parse(String(row.request)),
    taskId: row.task_id === null ? undefined : String(row.task_id),
    message: row.message === null ? undefined : String(row.message),
    attempts: Number(row.attempts),
  }
}

/** Whether a text names something that can be ordered. */
export function isProduct(text: unknown): text is Product['product'] {
  return ['image.generate', 'image.transform', 'video.generate', 'video.transform'].some(
    (name) => name === text,
  )
}
