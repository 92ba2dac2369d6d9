import { AuthenticationError, CostLimitError, RequestTimeoutError, WaitTimeoutError } from '@mediagen/sdk'
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
  if (error instanceof AuthenticationError) return 'The API key is missing, unknown, revoked or expired'
  return error instanceof Error ? error.message.replace(adviceOfSdk, '') : String(error)
}

/** It names options and methods of the SDK; the advice of a command names its own. */
const adviceOfSdk = /; (?:check the network|retry\(\) asks)\b.*$/

/** Why there was no response, in a word or two: the code of the operating system, where it has one. */
export function causeOf(error: Error): string {
  if (error.cause instanceof Error) return causeOf(error.cause)
  if (error instanceof RequestTimeoutError) return 'timeout'
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : error.message
}
