import type { Product, Task } from '@mediagen/sdk'
import type { ListedGeneration } from '@mediagen/sdk/react'
import type { FieldValue } from '../contract/read-forms.ts'
import { explain, explainTask, type Problem } from '../service/explain.ts'
import { strings } from '../strings.ts'

/** What the page keeps with an order. */
export interface JobDetails {
  /** The page's name for the job, from before its upload is done. */
  readonly key: string
  /** The address of its input image, for showing it. */
  readonly inputUrl?: string | undefined
  /** Its price with the currency. */
  readonly price?: string | undefined
  /** The name of its effect. */
  readonly effectName?: string | undefined
}

/** A generation as the page shows it, from the click to its end. */
export interface Job extends JobDetails {
  readonly product: Product
  readonly request: Readonly<Record<string, FieldValue>>
  readonly createdAt: string
  readonly state: JobState
  /** Cancels a waiting task. What it meets instead is shown with the job. */
  readonly cancel?: () => Promise<void>
  /** Asks what became of an order that was never answered; reads links that work again. */
  readonly retry?: () => void
  readonly remove: () => void
}

export type JobState =
  | { readonly kind: 'uploading' | 'sending' }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly canAsk: boolean }
  | {
      readonly kind: 'accepted'
      readonly taskId: string
      readonly status: Task['status']
      /** Undefined until it was read for the first time. */
      readonly task: Task | undefined
      /** What following it met; the task itself goes on. */
      readonly problem: Problem | undefined
    }

/** The job of an order in the list of the SDK's hook. */
export function jobOf(listed: ListedGeneration<JobDetails>): Job {
  const { key, order, orderedAt, details, cancel, retry, remove } = listed
  const { product, ...request } = order
  // The form that the order came from has fields of these kinds only.
  const facts = { product, request: Object(request), createdAt: orderedAt, cancel, retry, remove }
  return { key, ...details, ...facts, state: stateOf(listed) }
}

function stateOf({ state, taskId, task, error }: ListedGeneration): JobState {
  const problem = error && explain(error)
  if (taskId === undefined) {
    if (problem === undefined) return { kind: 'sending' }
    return { kind: 'refused', problem, canAsk: state === 'submitting' }
  }
  const following = state === 'waiting' ? problem : undefined
  return { kind: 'accepted', taskId, status: task?.status ?? 'QUEUED', task, problem: following }
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
  if (state.kind === 'refused') return state.canAsk ? strings.task.unanswered : strings.task.refused
  if (state.kind === 'accepted') return strings.statuses[state.status]
  return strings.task[state.kind]
}

/** What has become of the price. */
export function moneyOf(job: Job): string | undefined {
  const { price, state } = job
  if (price === undefined || state.kind !== 'accepted') return undefined
  const { status } = state
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
