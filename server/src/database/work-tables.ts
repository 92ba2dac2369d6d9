import type { ProductName } from '../core/domain/products.ts'

/** The rows of the work that waits or runs, as in `tables.ts`. */

export interface TaskQueueTable {
  product: ProductName
  position: bigint
  task_id: string
}

export interface TaskLeasesTable {
  task_id: string
  epoch: bigint
  worker: string
  lease_until: bigint
}

export interface HeldTasksTable {
  product: ProductName
  account_id: string
  task_id: string
  position: bigint
}

export interface RequeuedTasksTable {
  task_id: string
}

export interface TaskDeadlinesTable {
  cancel_at: bigint
  task_id: string
}

export interface WorkersTable {
  worker: string
  alive_until: bigint
}
