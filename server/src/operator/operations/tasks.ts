import { parseReason } from '../actions.ts'
import { optional, parseId, required } from './fields.ts'
import { operation } from './operation.ts'

const input = {
  taskId: required('<task>', 'the ID of the task', parseId),
  reason: optional('--reason <text>', 'why, for the audit table', parseReason),
}

/** What an operator does to a task in place of its owner. */
export const taskOperations = [
  operation({
    command: 'cancel-task',
    http: 'POST /tasks/{taskId}/cancel',
    help: 'Ends a waiting or running task and refunds it in full; a worker stops its job if the engine can',
    input,
    run: async (operator, request) => {
      const { refunded, engine, ...ended } = await operator.cancelTask(request)
      return { ...ended, refunded: refunded.toString(), engine: engine ?? null }
    },
  }),
  operation({
    command: 'retry-task',
    http: 'POST /tasks/{taskId}/retry',
    help: 'Orders a failed task again as a new one, whose price is reserved anew',
    input,
    run: async (operator, request) => {
      const { reserved, ...retried } = await operator.retryTask(request)
      return { ...retried, reserved: reserved.toString() }
    },
  }),
] as const
