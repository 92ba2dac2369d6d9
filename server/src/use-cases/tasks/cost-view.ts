import type * as contract from '@mediagen/contract/models'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { TaskStatus } from '../../core/domain/tasks/task-states.ts'

/** What a task costs, as its owner sees it. */
export function viewCost({ cost, status }: Pick<Task, 'cost' | 'status'>): contract.Cost {
  return { amount: cost.toString(), currency: 'USD', state: costStates[status] }
}

const costStates: Readonly<Record<TaskStatus, contract.CostState>> = {
  QUEUED: 'reserved',
  PROCESSING: 'reserved',
  SUCCEEDED: 'charged',
  FAILED: 'refunded',
  CANCELLED: 'refunded',
}
