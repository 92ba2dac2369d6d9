import {
  AuthenticationError,
  CostLimitError,
  InsufficientBalanceError,
  WaitTimeoutError,
} from '@mediagen/sdk'
import { AdvisedError } from './command-error.js'

/** What an error says to the user of a command: with its options, not those of the SDK. */
export function messageOf(error: unknown): string {
  if (error instanceof AdvisedError) return messageOf(error.reason)
  if (error instanceof CostLimitError) {
    const { estimate, maxCost } = error
    return `The price is ${estimate.amount} ${estimate.currency}, more than --max-cost ${maxCost}; nothing was sent`
  }
  if (error instanceof WaitTimeoutError) {
    const { taskId, lastTask } = error
    const state = lastTask === undefined ? 'its status is not known' : `it is ${lastTask.status}`
    return `Task ${taskId} did not finish within --timeout: ${state}, and continues`
  }
  if (error instanceof InsufficientBalanceError)
    return `${error.message}; "mediagen balance" prints what is left`
  if (error instanceof AuthenticationError) return 'The API key is missing, unknown, revoked or expired'
  return error instanceof Error ? error.message : String(error)
}
