import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { type ChildFolder, forkChild } from './fork-child.ts'
import { type ExceededLimit, limitProcess, type ProcessLimits, residentBytes } from './limit-process.ts'

/** A job that ended without a result: its child crashed, or was ended for what it exceeded, or the job was abandoned. */
export interface LostJob {
  readonly kind: 'lost'
  readonly exceeded?: ExceededLimit | 'time'
  /** The pool was closed, or no child could be started, which says nothing about the job. */
  readonly isMachines?: true
}

export interface ChildPool<Request, Result> {
  /** Never rejects. */
  run(request: Request, signal: AbortSignal): Promise<Result | LostJob>
  /** Ends the children; their jobs are lost. */
  close(): Promise<void>
}

export interface ChildPoolOptions<Request> {
  /** The module that a child runs. */
  readonly entry: URL
  /** Maximum children. @default one per processor */
  readonly size?: number
  /** A child that has been idle for this long is ended, so that an idle service is small. @default 60_000 */
  readonly idleMsMax?: number
  /** A job that takes longer is abandoned, and its child is killed. @default 600_000 */
  readonly jobMsMax?: number
  /** If a child could not be started, the next try follows after this pause; its job waits. @default 1_000 */
  readonly startPauseMs?: number
  /**
   * After this many starts in a row that failed, jobs are lost until one succeeds. @default 150: two and a half
   * minutes, as long as a result that has been paid for waits for its store
   */
  readonly startsMax?: number
  /**
   * Called for every child that ended by itself (crashed, or killed from outside), and with the reason for every
   * start that failed.
   */
  readonly onCrash?: (startError?: unknown) => void
  /** What a child may take for a job. @default no limits */
  readonly limits?: (request: Request) => ProcessLimits
  /**
   * A child that holds more than this after a job is ended: what one job has left would count against the next.
   * @default no limit
   */
  readonly keptBytesMax?: number
  /**
   * Makes a folder for a child's temporary files. A child is killed without notice, so it cannot remove what it has
   * written. @default the system's folder, where that stays
   */
  readonly makeFolder?: () => ChildFolder
}

interface Job<Request, Result> {
  readonly request: Request
  readonly settle: (result: Result | LostJob) => void
}

interface Child<Request, Result> {
  readonly process: ChildProcess
  readonly folder: ChildFolder | undefined
  /** Ends once its folder is removed. */
  removal: Promise<void>
  job: Job<Request, Result> | undefined
  timer: NodeJS.Timeout | undefined
  stopLooking: (() => void) | undefined
  exceeded: LostJob['exceeded']
  /** Told to end: takes no more jobs, although its process may still exist for a moment. */
  ending: boolean
}

/**
 * Runs jobs in child processes, one job each at a time, the rest waiting in order. A crash in native code, an
 * abort, a deadline or a limit ends one child and costs only that job ('lost'); the next job gets a new child.
 * Children stay warm between jobs: starting one takes about 0.3 s.
 */
export function createChildPool<Request, Result>(
  options: ChildPoolOptions<Request>,
): ChildPool<Request, Result> {
  const { entry } = options
  const size = options.size ?? availableParallelism()
  const idleMsMax = options.idleMsMax ?? 60_000
  const jobMsMax = options.jobMsMax ?? 600_000
  const startPauseMs = options.startPauseMs ?? 1_000
  const startsMax = options.startsMax ?? 150
  type PoolJob = Job<Request, Result>
  type PoolChild = Child<Request, Result>
  const children = new Set<PoolChild>()
  const waiting: PoolJob[] = []
  let closed = false
  /** Set while no child is started, because the last start failed. */
  let startPause: NodeJS.Timeout | undefined
  let failedStarts = 0

  function assignJobs(): void {
    while (waiting.length > 0) {
      const child = [...children].find(isFree) ?? startChild()
      const job = child && waiting.shift()
      if (!job) return
      begin(child, job)
    }
  }

  function startChild(): PoolChild | undefined {
    if (children.size >= size || startPause !== undefined) return undefined
    let forked: ReturnType<typeof forkChild>
    try {
      forked = forkChild(entry, options.makeFolder)
    } catch (error) {
      pauseStarts(error)
      return undefined
    }
    failedStarts = 0
    const child: PoolChild = {
      ...forked,
      removal: Promise.resolve(),
      job: undefined,
      timer: undefined,
      stopLooking: undefined,
      exceeded: undefined,
      ending: false,
    }
    children.add(child)
    // A child sends nothing but the result of its job.
    child.process.on('message', (result: Result) => finish(child, result))
    child.process.on('error', () => child.process.kill('SIGKILL'))
    child.process.on('close', () => remove(child))
    return child
  }

  /** The condition is temporary as a rule. Where it is not, jobs are lost unless the children that there are take them. */
  function pauseStarts(error: unknown): void {
    options.onCrash?.(error)
    failedStarts += 1
    startPause = setTimeout(() => {
      startPause = undefined
      if (failedStarts >= startsMax && children.size === 0) loseWaiting()
      assignJobs()
    }, startPauseMs)
  }

  function loseWaiting(): void {
    for (const job of waiting.splice(0)) job.settle(lostToMachine)
  }

  function begin(child: PoolChild, job: PoolJob): void {
    const end = (exceeded: LostJob['exceeded']): void => {
      child.exceeded = exceeded
      kill(child)
    }
    clearTimeout(child.timer)
    child.job = job
    child.timer = setTimeout(() => end('time'), jobMsMax)
    child.stopLooking = options.limits && limitProcess(child.process.pid, options.limits(job.request), end)
    holdOpen(child, true)
    // An error here means that the child has exited; its 'close' settles the job.
    child.process.send(job.request as object, () => {})
  }

  function finish(child: PoolChild, result: Result): void {
    const { job } = child
    child.stopLooking?.()
    clearTimeout(child.timer)
    child.job = undefined
    child.timer = setTimeout(() => kill(child), idleMsMax)
    child.timer.unref()
    const isOver = residentBytes(child.process.pid) > (options.keptBytesMax ?? Number.POSITIVE_INFINITY)
    if (isOver) kill(child)
    // Its end begins the next job, so it is waited for.
    holdOpen(child, isOver)
    job?.settle(result)
    assignJobs()
  }

  function remove(child: PoolChild): void {
    child.stopLooking?.()
    clearTimeout(child.timer)
    children.delete(child)
    if (!child.ending) options.onCrash?.()
    // One that cannot be removed now is removed with what dead processes have left behind.
    child.removal = child.folder?.remove().catch(() => undefined) ?? child.removal
    const { exceeded } = child
    child.job?.settle(closed ? lostToMachine : { kind: 'lost', ...(exceeded && { exceeded }) })
    assignJobs()
  }

  function abandon(job: PoolJob): void {
    const place = waiting.indexOf(job)
    if (place !== -1) {
      waiting.splice(place, 1)
      job.settle({ kind: 'lost' })
    }
    for (const child of children) if (child.job === job) kill(child)
  }

  return {
    async run(request, signal) {
      if (closed) return lostToMachine
      if (signal.aborted) return { kind: 'lost' }
      return new Promise((resolve) => {
        const onAbort = () => abandon(job)
        const settle = (result: Result | LostJob) => {
          signal.removeEventListener('abort', onAbort)
          resolve(result)
        }
        const job: PoolJob = { request, settle }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.push(job)
        assignJobs()
      })
    },
    async close() {
      closed = true
      clearTimeout(startPause)
      loseWaiting()
      await Promise.all([...children].map(endChild))
    },
  }
}

const lostToMachine: LostJob = { kind: 'lost', isMachines: true }

/** Of whatever jobs. */
type AnyChild = Pick<Child<unknown, unknown>, 'process' | 'removal'> & { job: unknown; ending: boolean }

/** A working child keeps this process alive, an idle one does not. */
function holdOpen(child: AnyChild, held: boolean): void {
  if (held) {
    child.process.ref()
    child.process.channel?.ref()
  } else {
    child.process.unref()
    child.process.channel?.unref()
  }
}

function isFree({ job, ending, process }: AnyChild): boolean {
  return job === undefined && !ending && process.connected
}

/**
 * SIGKILL: a child in the middle of a frame would not react to another signal, and its folder goes with it.
 */
function kill(child: AnyChild): void {
  child.ending = true
  child.process.kill('SIGKILL')
}

function endChild(child: AnyChild): Promise<void> {
  return new Promise((resolve) => {
    child.process.once('close', () => resolve(child.removal))
    holdOpen(child, true)
    kill(child)
  })
}
