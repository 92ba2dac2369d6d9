import { onAbort } from '../core/abort.js'
import type { Context } from '../core/http.js'
import { reliedOn } from '../core/relied-on.js'
import { getTask } from '../core/task-calls.js'
import type { ApiCallOptions } from '../core/transport.js'
import { AuthenticationError } from '../errors/api-error.js'
import { ConnectionError, InvalidResponseError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type { CustomHeaders, Task } from '../types/index.js'
import { type Accepted, createKnownTasks, type Seen } from './known-tasks.js'
import { readTaskPage } from './list-tasks.js'
import { poll } from './poll.js'
import { createPollPace } from './poll-pace.js'

/** How long a question waits for others to join it, and the shortest pause between polls of several tasks. */
const gatherMs = 100

/** What a wait asks: for the task in another state than it has seen. */
export interface Question extends Seen {
  /** When the wait began and when it ends, in milliseconds of the clock. */
  readonly sinceMs: number
  readonly endsAtMs: number
  readonly signal: AbortSignal | undefined
}

/** The task, or the error of a poll; undefined where only a poll of this task alone can tell. */
export type Answer = Task | MediagenError | undefined

/** Answers the questions of its waits by polls that they share. */
export interface Poller {
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

/** What a poller begins with. */
export interface PollerOptions {
  readonly accepted?: Accepted | undefined
  readonly headers?: CustomHeaders | undefined
  /** Called where the service does not list tasks by their ids. */
  readonly onUnlisted?: (() => void) | undefined
}

/**
 * Sends one poll after another for all questions: for one task by its id, for several by a list of their ids. A
 * poll about the same tasks as the last one is held until one of them changes; any other returns at once, with
 * their states and the tag that names these. A question about another state than the running pause or hold is for
 * cuts it short.
 */
export function createPoller(context: Context, options: PollerOptions = {}): Poller {
  const { clock } = context.transport
  const { accepted, headers, onUnlisted } = options
  const pace = createPollPace(context, accepted !== undefined)
  const known = createKnownTasks(accepted)
  const questions = new Set<Asked>()
  let hasListed = false
  /** Ends the running pause or poll; undefined while nobody asks. */
  let running: AbortController | undefined
  /** Until when the running pause or hold lasts; 0 without one. */
  let restsUntilMs = 0
  /** The first end of a wait that the running pause or poll knows of. */
  let boundMs = 0
  /** Tells the hooks that a poll has failed, once it is known to be sent again. */
  let tellRetry: ((pauseMs: number) => void) | undefined

  async function run(): Promise<void> {
    while (questions.size > 0) {
      running = new AbortController()
      const { signal } = running
      try {
        await pause(signal)
        await pollOnce(signal)
      } catch (error) {
        if (!signal.aborted) for (const { reject } of questions) reject(error)
      }
      restsUntilMs = 0
    }
    running = undefined
  }

  async function pause(signal: AbortSignal): Promise<void> {
    boundMs = firstEndMs()
    restsUntilMs = Math.min(pace.dueAtMs(), boundMs)
    const ms = Math.max(0, restsUntilMs - clock.now())
    tellRetry?.(ms)
    tellRetry = undefined
    await clock.delay(ms, signal)
  }

  async function pollOnce(signal: AbortSignal): Promise<void> {
    const asked = [...questions]
    const { ids, etag, mayHold } = known.choose(asked)
    boundMs = firstEndMs()
    const leftMs = boundMs - clock.now()
    const holdSeconds = pace.holdSeconds(mayHold ? leftMs : 0)
    restsUntilMs = holdSeconds > 0 ? clock.now() + 1000 * holdSeconds : 0
    const polled = await poll(context, { etag, holdSeconds, leftMs, signal, headers }, (call) =>
      readTasks(context, ids, call),
    )
    const { result } = polled
    const isList = ids.length > 1
    if (isList && isUnlisted(result, ids)) {
      onUnlisted?.()
      for (const { resolve } of asked) resolve(undefined)
    } else if (result instanceof MediagenError) {
      const failures = pace.failed(polled, result instanceof ConnectionError)
      tellRetry = (pauseMs) => polled.reportRetry?.(result, pauseMs, failures)
      for (const { resolve } of asked) resolve(result)
    } else {
      hasListed ||= isList
      const isNews = known.learn(result, polled.etag, holdSeconds > 0)
      const ageMs = clock.now() - Math.max(...asked.map(({ sinceMs }) => sinceMs))
      const isRecovery = pace.answered(polled, { isNews, ageMs, leastMs: isList ? gatherMs : 0 })
      for (const question of asked) {
        const isLast = question.endsAtMs <= clock.now()
        if (isRecovery || isLast || !known.covers(question)) question.resolve(known.get(question.taskId))
      }
    }
  }

  /** Whether a list shows that the service has none of tasks by their ids. */
  function isUnlisted(result: readonly Task[] | MediagenError | undefined, ids: readonly string[]): boolean {
    if (result instanceof InvalidResponseError) return !hasListed
    if (result instanceof MediagenError) return !result.retryable && !(result instanceof AuthenticationError)
    return result?.some(({ id }) => !ids.includes(id)) === true
  }

  function firstEndMs(): number {
    return Math.min(...[...questions].map(({ endsAtMs }) => endsAtMs))
  }

  /** Takes a question in, and out again when it is answered or aborted. */
  function enter(question: Question, resolve: Asked['resolve'], reject: Asked['reject']): void {
    const { signal, endsAtMs } = question
    signal?.throwIfAborted()
    const leave = () => {
      forget()
      cancelTimer?.()
      questions.delete(asked)
    }
    const asked: Asked = {
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
      asked.reject(signal?.reason)
      if (questions.size === 0) running?.abort()
    })
    const current = running
    const cancelTimer =
      current && endsAtMs < boundMs ? clock.after(endsAtMs - clock.now(), () => current.abort()) : undefined
    questions.add(asked)
  }

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        enter(question, resolve, reject)
        const soonMs = clock.now() + gatherMs
        if (restsUntilMs > soonMs && !known.covers(question)) {
          pace.hasten(soonMs)
          running?.abort()
        }
        if (running === undefined) run()
      }),
    end: pace.end,
  }
}

async function readTasks(
  context: Context,
  ids: readonly string[],
  call: ApiCallOptions,
): Promise<readonly Task[]> {
  const [id = ''] = ids
  if (ids.length < 2) return [await getTask(context, id, call)]
  return (await readTaskPage(context, { id: [...ids] }, call, reliedOn.followedTasks)).tasks
}
