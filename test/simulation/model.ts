import type { TaskStatus } from '../../server/src/core/domain/task-states.ts'

/** One account in the model, in micro-dollars. */
export interface ModelAccount {
  readonly id: string
  balance: bigint
  reserved: bigint
  credited: bigint
  debited: bigint
  charged: bigint
}

/** One task in the model. */
export interface ModelTask {
  readonly id: string
  readonly account: ModelAccount
  readonly cost: bigint
  status: TaskStatus
  attempt: number
  /** The epoch of the claim that may settle it; undefined while nobody holds it. */
  holder: number | undefined
}

/**
 * The expected ledger, kept by a few additions and without a database: the independent side of every check.
 * It knows nothing of SQL, locks or ledger entries.
 */
export class Model {
  readonly accounts: ModelAccount[] = []
  readonly tasks = new Map<string, ModelTask>()
  /** By account and idempotency key: the task, and what was asked for. */
  readonly keys = new Map<string, { taskId: string; asked: string }>()

  openAccount(id: string, balance: bigint): void {
    this.accounts.push({ id, balance, reserved: 0n, credited: balance, debited: 0n, charged: 0n })
  }

  credit(account: ModelAccount, amount: bigint): void {
    account.balance += amount
    account.credited += amount
  }

  debit(account: ModelAccount, amount: bigint): void {
    if (account.balance < amount) throw new Error(`The account ${account.id} was debited below zero.`)
    account.balance -= amount
    account.debited += amount
  }

  accept(account: ModelAccount, id: string, cost: bigint): void {
    if (this.tasks.has(id)) throw new Error(`The task ${id} was accepted twice.`)
    if (account.balance < cost) throw new Error(`The task ${id} was accepted beyond the balance.`)
    account.balance -= cost
    account.reserved += cost
    this.tasks.set(id, { id, account, cost, status: 'QUEUED', attempt: 0, holder: undefined })
  }

  /** Whether a worker may take the task now. */
  isWaiting(task: ModelTask): boolean {
    return task.status === 'QUEUED' || (task.status === 'PROCESSING' && task.holder === undefined)
  }

  claim(id: string, epoch: number): void {
    const task = this.task(id)
    if (!this.isWaiting(task)) throw new Error(`The task ${id} was claimed though it does not wait.`)
    task.status = 'PROCESSING'
    task.attempt += 1
    task.holder = epoch
  }

  /** Back into the queue: after an expired lease, or (not counted) from a worker that stops. */
  requeue(task: ModelTask, countAttempt: boolean): void {
    task.holder = undefined
    if (!countAttempt) task.attempt -= 1
  }

  settle(task: ModelTask, status: 'SUCCEEDED' | 'FAILED' | 'CANCELLED'): void {
    task.status = status
    task.holder = undefined
    task.account.reserved -= task.cost
    if (status === 'SUCCEEDED') task.account.charged += task.cost
    else task.account.balance += task.cost
  }

  task(id: string): ModelTask {
    const task = this.tasks.get(id)
    if (task === undefined) throw new Error(`The model does not know the task ${id}.`)
    return task
  }

  waiting(): ModelTask[] {
    return [...this.tasks.values()].filter((task) => this.isWaiting(task))
  }

  held(): ModelTask[] {
    return [...this.tasks.values()].filter((task) => task.holder !== undefined)
  }
}
