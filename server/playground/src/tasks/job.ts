import type { Product, SavedGeneration, Task } from '@mediagen/sdk'
import type { FieldValue } from '../contract/read-forms.ts'
import type { Problem } from '../service/explain.ts'
import { explainTask } from '../service/explain.ts'
import { strings } from '../strings.ts'

/** A generation as the page keeps it, from the click to its end. */
export interface Job {
  /** The page's own name for it: there is no task before the service has accepted it. */
  readonly key: string
  readonly product: Product
  readonly request: Readonly<Record<string, FieldValue>>
  /** The address of its input image, for showing it. */
  readonly inputUrl: string | undefined
  readonly createdAt: string
  /** Its price with the currency. */
  readonly price: string | undefined
  /** The name of its effect. */
  readonly effectName: string | undefined
  readonly state: JobState
}

export type JobState =
  | { readonly kind: 'uploading' | 'sending' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly canAsk: boolean }
  | {
      readonly kind: 'accepted'
      readonly saved: SavedGeneration
      /** Undefined until it was read for the first time. */
      readonly task: Task | undefined
      /** What following it met; the task itself goes on. */
      readonly problem: Problem | undefined
    }

/** The task of a job, once the service has told of it. */
export function taskOf({ state }: Job): Task | undefined {
  return state.kind === 'accepted' ? state.task : undefined
}

/** What to call a job: its prompt, else its effect, else its product. */
export function titleOf({ request, effectName, product }: Job): string {
  const { prompt } = request
  return typeof prompt === 'string' ? prompt : (effectName ?? strings.products[product].label)
}

/** Where a job stands, in a word or two. */
export function statusOf({ state }: Job): string {
  if (state.kind === 'refused') return strings.task.refused
  if (state.kind === 'accepted') return strings.statuses[state.task?.status ?? state.saved.status]
  return strings.task[state.kind]
}

/** What has become of the price. */
export function moneyOf(job: Job): string | undefined {
  const { price, state } = job
  if (price === undefined || state.kind !== 'accepted') return undefined
  const status = state.task?.status ?? state.saved.status
  if (status === 'SUCCEEDED') return strings.task.charged(price)
  const isRefunded = status === 'FAILED' || status === 'CANCELLED'
  return isRefunded ? strings.task.refunded(price) : strings.task.reserved(price)
}

/** Whether nothing will change any more. */
export function isEnded({ state }: Job): boolean {
  if (state.kind === 'refused') return true
  const status = state.kind === 'accepted' ? state.task?.status : undefined
  return status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED'
}

/** What to say aloud when a job has come to its end. */
export function announcementOf(job: Job): string {
  const task = taskOf(job)
  const failure = job.state.kind === 'refused' ? job.state.problem : task && explainTask(task)
  if (failure !== undefined) return strings.task.failed(failure.title, moneyOf(job) ?? '')
  if (task?.status === 'SUCCEEDED') return strings.task.ready(strings.products[job.product].noun)
  return strings.task.running(statusOf(job), moneyOf(job) ?? '')
}
