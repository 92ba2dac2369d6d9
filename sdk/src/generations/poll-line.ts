import { onAbort } from '../core/abort.js'
import type { Context } from '../core/http.js'
import { findWrongField, reliedOn } from '../core/relied-on.js'
import { getTask } from '../core/task-calls.js'
import type { ApiCallOptions } from '../core/transport.js'
import { AuthenticationError } from '../errors/api-error.js'
import { ConnectionError, InvalidResponseError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type { CustomHeaders, Task } from '../types/index.js'
import { readTaskPage } from './list-tasks.js'
import { poll } from './poll.js'
import { createPollPace } from './poll-pace.js'

/** How long a question waits for others to join it, and the shortest pause between polls of several tasks. */
const gatherMs = 100
/** How often a task changes without a pause of the polls: it starts and ends, perhaps on a second attempt. */
const changesMax = 4

/** What a wait asks. */
export interface Question {
  readonly taskId: string
  /** The task as the wait has seen it. */
  readonly seen: Task | undefined
  /** When the wait began and when it ends, in milliseconds of the clock. */
  readonly sinceMs: number
  readonly endsAtMs: number
  readonly signal: AbortSignal | undefined
}

/** The task, or the error of a poll; undefined where only a poll of this task alone can tell. */
export type Answer = Task | MediagenError | undefined

/** Answers the questions of its waits by polls that they share. */
export interface PollLine {
  /**
   * Resolves to the task once a poll shows it in another state, ends an outage or is the last one in time, or to
   * the error of a poll. Rejects at once with the reason of an abort.
   */
  ask(question: Question): Promise<Answer>
  /** Called when its last wait is over. */
  end(): void
}

interface Asked extends Question {
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}

/** What a line begins with. */
export interface PollLineOptions {
  /** A task that was just accepted: its state is known, so that its first poll may be held. */
  readonly accepted?: { readonly task: Task; readonly etag: string | undefined } | undefined
  readonly headers?: CustomHeaders | undefined
  /** Called where the service does not list tasks by their ids. */
  readonly onUnlisted?: (() => void) | undefined
}

/**
 * Sends one poll after another for all questions: for one task by its id, for several by a list of their ids. A
 * poll about the same tasks as the last one is held until one of them changes; any other returns at once, with
 * their states and the tag that names these. A question about another state than the running pause or hold is
 * for cuts it short. The tag covers all tasks of a poll, so a task stays in the polls after its wait is over, until others
 * join or half of the tasks have nobody who waits for them.
 */
export function createPollLine(context: Context, options: PollLineOptions = {}): PollLine {
  const { clock } = context.transport
  const { accepted, headers, onUnlisted } = options
  const pace = createPollPace(context, accepted !== undefined)
  const questions = new Set<Asked>()
  /** The tasks of the polls, as last seen. */
  let known = new Map<string, Task | undefined>()
  /** Whether the service showed them so, all in one response, and the tag of that. */
  let isCurrent = accepted !== undefined
  let etag = accepted?.etag
  /** How many more changes of these tasks come without a pause. */
  let newsLeft = changesMax
  let hasListed = false
  /** Until when the running pause or hold lasts; 0 without one. */
  let restsUntilMs = 0
  /** The first end of a wait that the running pause or poll knows of. */
  let boundMs = 0
  /** Ends the running pause or poll; undefined while nobody asks. */
  let turn: AbortController | undefined
  /** Tells the hooks that a poll has failed, once it is known to be sent again. */
  let tellRetry: ((pauseMs: number) => void) | undefined
  if (accepted) known.set(accepted.task.id, accepted.task)

  const endsAtMs = () => Math.min(...[...questions].map((question) => question.endsAtMs))
  const covers = ({ taskId, seen }: Question) =>
    seen !== undefined && known.get(taskId)?.status === seen.status

  async function run(): Promise<void> {
    while (questions.size > 0) {
      turn = new AbortController()
      const { signal } = turn
      try {
        await pause(signal)
        await pollOnce(signal)
      } catch (error) {
        if (!signal.aborted) for (const { reject } of questions) reject(error)
      }
      restsUntilMs = 0
    }
    turn = undefined
  }

  async function pause(signal: AbortSignal): Promise<void> {
    boundMs = endsAtMs()
    restsUntilMs = Math.min(pace.dueAtMs(), boundMs)
    const ms = Math.max(0, restsUntilMs - clock.now())
    tellRetry?.(ms)
    tellRetry = undefined
    await clock.delay(ms, signal)
  }

  /** Those of the last poll, if the line knows what all waits have seen; else those of the waits. */
  function chooseTasks(): void {
    isCurrent &&= known.size <= 2 * questions.size && [...questions].every(covers)
    if (isCurrent) return
    known = new Map([...questions].map(({ taskId, seen }) => [taskId, seen]))
    etag = undefined
    newsLeft = changesMax * known.size
  }

  async function pollOnce(signal: AbortSignal): Promise<void> {
    chooseTasks()
    const asked = [...questions]
    const ids = [...known.keys()]
    const isList = ids.length > 1
    boundMs = endsAtMs()
    const leftMs = boundMs - clock.now()
    const holdSeconds = pace.holdSeconds(isCurrent && (etag || !isList) ? leftMs : 0)
    restsUntilMs = holdSeconds > 0 ? clock.now() + 1000 * holdSeconds : 0
    const { response, result, reportRetry } = await poll(
      context,
      { etag, holdSeconds, leftMs, signal, headers },
      (call) => readTasks(context, ids, call),
    )
    if (isList && isUnlisted(result)) {
      onUnlisted?.()
      for (const { resolve } of asked) resolve(undefined)
    } else if (result instanceof MediagenError) {
      const failures = pace.failed(response, result instanceof ConnectionError)
      tellRetry = (pauseMs) => reportRetry?.(result, pauseMs, failures)
      for (const { resolve } of asked) resolve(result)
    } else {
      hasListed ||= isList
      const isFirst = !isCurrent
      const isChanged = learn(result)
      if (isFirst || isChanged) etag = response.etag
      // A tag that the service does not recognize is sent once: polls with it are not held.
      else if (holdSeconds > 0 && result) etag = undefined
      isCurrent = ![...known.values()].includes(undefined)
      const isNews = isFirst || (isChanged && newsLeft-- > 0)
      const ageMs = clock.now() - Math.max(...asked.map(({ sinceMs }) => sinceMs))
      const isRecovery = pace.answered(response, { isNews, ageMs, leastMs: isList ? gatherMs : 0 })
      for (const question of asked) {
        const isLast = question.endsAtMs <= clock.now()
        if (isRecovery || isLast || !covers(question)) question.resolve(known.get(question.taskId))
      }
    }
  }

  /** Whether a list shows that the service has none of tasks by their ids. */
  function isUnlisted(result: readonly Task[] | MediagenError | undefined): boolean {
    if (result instanceof InvalidResponseError) return !hasListed
    if (result instanceof MediagenError) return !result.retryable && !(result instanceof AuthenticationError)
    return result?.some(({ id }) => !known.has(id)) === true
  }

  /** Takes what a poll shows; returns whether that is a change. */
  function learn(tasks: readonly Task[] | undefined): boolean {
    if (tasks === undefined) return false
    // One that is wrong counts as unknown: polled alone, it fails its own wait.
    const isRight = (task: Task) => findWrongField(task, { fields: reliedOn.task }) === undefined
    const shown = new Map(tasks.filter(isRight).map((task) => [task.id, task]))
    let isChanged = false
    for (const [id, before] of known) {
      known.set(id, shown.get(id))
      isChanged ||= shown.get(id)?.status !== before?.status
    }
    return isChanged
  }

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const { signal } = question
        signal?.throwIfAborted()
        const leave = () => {
          forget()
          cancelTimer?.()
          questions.delete(entry)
        }
        const entry: Asked = {
          ...question,
          resolve(answer) {
            leave()
            resolve(answer)
          },
          reject(reason) {
            leave()
            reject(reason)
          },
        }
        const forget = onAbort(signal, () => {
          entry.reject(signal?.reason)
          if (questions.size === 0) turn?.abort()
        })
        const running = turn
        const cancelTimer =
          running && question.endsAtMs < boundMs
            ? clock.after(question.endsAtMs - clock.now(), () => running.abort())
            : undefined
        questions.add(entry)
        const soonMs = clock.now() + gatherMs
        if (restsUntilMs > soonMs && !covers(question)) {
          pace.hasten(soonMs)
          running?.abort()
        }
        if (turn === undefined) run()
      }),
    end: pace.end,
  }
}

async function readTasks(
  context: Context,
  ids: readonly string[],
  call: ApiCallOptions,
): Promise<readonly Task[]> {
  const [id = '', ...others] = ids
  if (others.length === 0) return [await getTask(context, id, call)]
  return (await readTaskPage(context, { id: [...ids] }, call, reliedOn.followedTasks)).tasks
}
