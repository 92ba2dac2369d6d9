import type { TaskErrorCode } from '@mediagen/contract/models'
import type { ErrorText } from './error-text.ts'

const refunded = 'No. The full price was refunded when the task failed.'
const newKey = 'as a new request with a new `Idempotency-Key`: the old key returns the failed task'

/** The codes of failed tasks. A code of the contract that is missing here does not compile. */
export const taskErrors = {
  INVALID_INPUT: {
    title: 'The input or the result was rejected',
    whatHappened:
      'The engine or a content check of the service rejected the prompt, the image or the result, or the file cannot be read.',
    wasICharged: refunded,
    whatToDo: 'Change the prompt or the image. `error.message` has more if the engine gave a reason.',
    retry: 'No. The same input is rejected again.',
  },
  GENERATION_FAILED: {
    title: 'The generation produced no usable result',
    whatHappened: 'The generation ran but produced no usable result.',
    wasICharged: refunded,
    whatToDo: `Try again ${newKey}. If it persists, change the prompt.`,
    retry: `Yes, ${newKey}.`,
  },
  PROVIDER_UNAVAILABLE: {
    title: 'No engine could be reached',
    whatHappened:
      'No engine could be reached; every one that serves this product was tried. Or the content could not be checked.',
    wasICharged: refunded,
    whatToDo: `Try again in a few minutes, ${newKey}. Operators: \`npm run --silent providers -- list\` shows which engines are down, and \`… providers -- check\` whether a gate responds.`,
    retry: `Yes, after a few minutes, ${newKey}.`,
  },
  PROVIDER_SUBMIT_AMBIGUOUS: {
    title: 'Nobody knows whether the engine took the job',
    whatHappened:
      'The connection broke while the job was submitted, so the service does not know whether the engine accepted it. It is not submitted again, because the engine might then charge twice.',
    wasICharged: refunded,
    whatToDo: `Try again ${newKey}. Operators: the engine's own list of jobs shows whether it ran.`,
    retry: `Yes, ${newKey}.`,
  },
  NO_PROVIDER_CONFIGURED: {
    title: 'The service has no engine for this',
    whatHappened: 'The service has no engine for this type of task at this resolution.',
    wasICharged: refunded,
    whatToDo:
      'Choose another product or resolution. Operators: add a route to the providers file; [Engines](/engines) describes how.',
    retry: 'No, until the operator has changed the configuration.',
  },
  WORKER_TIMEOUT: {
    title: 'Every attempt ended without a result',
    whatHappened:
      'All allowed attempts ended without a result: the engine took too long, or the workers were stopped.',
    wasICharged: refunded,
    whatToDo: `Try again ${newKey}. If it persists, a shorter video or a lower resolution takes less time.`,
    retry: `Yes, ${newKey}.`,
  },
} as const satisfies Record<TaskErrorCode, ErrorText>
