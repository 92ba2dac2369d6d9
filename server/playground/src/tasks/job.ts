import type { Product, Task } from '@mediagen/sdk'
import type { GenerationOrder, ListedGeneration } from '@mediagen/sdk/react'
import type { FieldValue } from '../contract/read-forms.ts'
import type { JobDetails, MadeHere } from '../kept/made-here.ts'
import { explain, explainTask, type Problem } from '../service/explain.ts'
import { money } from '../service/use-price.ts'
import { strings } from '../strings.ts'
import { hasEnded } from './task-list.ts'

/** A generation as the page shows it, from the click to its end. */
export interface Job extends JobDetails {
  readonly product: Product
  /** Undefined where the service no longer has it. */
  readonly request: Readonly<Record<string, FieldValue>> | undefined
  readonly createdAt: string
  readonly state: JobState
  /** The name of its effect, where that is still offered. */
  readonly effectName?: string | undefined
  /** Cancels a waiting task. What it meets instead is shown with the job. */
  readonly cancel?: () => Promise<void>
  /** Asks what became of an order that was never answered; reads links that work again. */
  readonly retry?: () => void
  /** Takes an order that has no task off the list. */
  readonly remove?: () => void
  readonly isFavourite?: boolean
  /** Makes its result a favourite, or no longer one. */
  readonly star?: () => void
  /** Deletes the files of its result for good. */
  readonly deleteResult?: () => Promise<void>
  /** Deletes its input image for good; undefined without one, and while its task needs it. */
  readonly deleteInput?: (() => Promise<void>) | undefined
  /** Whether that has happened here. */
  readonly isInputDeleted?: boolean
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
  const { key, taskId, task, order, orderedAt, details, cancel, retry, remove } = listed
  const facts = { product: order.product, request: requestIn(order), cancel, retry }
  const createdAt = task?.createdAt ?? orderedAt
  return {
    key,
    ...details,
    ...facts,
    createdAt,
    state: stateOf(listed),
    ...(taskId === undefined && { remove }),
  }
}

/** The fields of an order; the form that it came from has fields of these kinds only. */
function requestIn({ product: _, ...request }: GenerationOrder): NonNullable<Job['request']> {
  return Object(request)
}

/** What can be done with a task that the service lists. */
export type TaskActions = Pick<Job, 'cancel' | 'retry' | 'deleteResult' | 'deleteInput' | 'isInputDeleted'>

/** The job of a task that the service lists, with what this device knows of it. */
export function jobOfTask(
  task: Task,
  made: MadeHere | undefined,
  problem: Problem | undefined,
  actions: TaskActions,
): Job {
  const { id, type, createdAt, status } = task
  const request = task.request && Object(task.request)
  // What cancelling or following met is of no account once it has ended.
  const following = hasEnded(task) ? undefined : problem
  const state = { kind: 'accepted', taskId: id, status, task, problem: following } as const
  return { key: id, ...made, ...actions, product: type, request, createdAt, state }
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

/** As the operator's page writes it, such as `26 Nov 2026, 10:05`. */
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time, in milliseconds or as the service writes it, as people read it. */
export function timeText(time: number | string): string {
  return timeFormat.format(new Date(time))
}

/** What to call a job: its prompt, else its effect, else its product. */
export function titleOf({ request, effectName, product }: Job): string {
  return typeof request?.prompt === 'string'
    ? request.prompt
    : (effectName ?? strings.products[product].label)
}

/** The size of a result, once the page has loaded it. */
export interface ResultSize {
  readonly width: number
  readonly height: number
  /** Of a video. */
  readonly seconds?: number
}

/** What was asked for beside its title, and when: its own size where there is one, else the one of the request. */
export function factsOf(job: Job, size: ResultSize | undefined): string {
  const { request, effectName, product, createdAt } = job
  const { resolution, aspectRatio, durationSeconds } = request ?? {}
  const seconds = size?.seconds === undefined ? durationSeconds : Math.round(size.seconds)
  const facts = [
    strings.products[product].label,
    effectName,
    ...(size === undefined ? [resolution, aspectRatio] : [strings.task.size(size.width, size.height)]),
    seconds === undefined ? undefined : strings.task.seconds(String(seconds)),
    timeText(createdAt),
  ]
  const title = request && titleOf(job)
  // A line breaks between facts only.
  const shown = facts.filter((fact) => fact !== undefined && fact !== title)
  return shown.map((fact) => String(fact).replaceAll(' ', '\u00a0')).join(' · ')
}

/** Where a job stands, in a word or two. */
export function statusOf({ state }: Job): string {
  if (state.kind === 'refused') return state.canAsk ? strings.task.unanswered : strings.task.refused
  if (state.kind === 'accepted') return strings.statuses[state.status]
  return strings.task[state.kind]
}

/** What has become of the price. */
export function moneyOf({ state, ...job }: Job): string | undefined {
  if (state.kind !== 'accepted') return undefined
  const { status, task } = state
  const price = task?.cost === undefined ? job.price : money(task.cost.amount, task.cost.currency)
  if (price === undefined) return undefined
  if (status === 'SUCCEEDED') return strings.task.charged(price)
  const isRefunded = status === 'FAILED' || status === 'CANCELLED'
  return isRefunded ? strings.task.refunded(price) : strings.task.reserved(price)
}

/** Whether nothing will change any more. */
export function isEnded({ state }: Job): boolean {
  if (state.kind === 'refused') return true
  return state.kind === 'accepted' && state.task !== undefined && hasEnded(state.task)
}

/** Whether a job runs, is not known to have been accepted, or has a result: what a page opens on. */
export function isWorthOpening(job: Job): boolean {
  const output = taskOf(job)?.output
  const isOpen = job.state.kind === 'refused' ? job.state.canAsk : !isEnded(job)
  return isOpen || (output !== undefined && output !== null && output.removed === undefined)
}

/** What to say aloud when a job has come to its end. */
export function announcementOf(job: Job): string {
  const task = taskOf(job)
  const failure = job.state.kind === 'refused' ? job.state.problem : task && explainTask(task)
  if (failure !== undefined) return strings.task.failed(failure.title, moneyOf(job) ?? '')
  if (task?.status === 'SUCCEEDED') return strings.task.ready(strings.products[job.product].noun)
  return strings.task.running(statusOf(job), moneyOf(job) ?? '')
}
