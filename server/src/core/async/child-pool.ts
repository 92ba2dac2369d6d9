import { availableParallelism } from 'node:os'
import { type ChildFolder, forkChild } from './fork-child.ts'
import { type ExceededLimit, limitProcess, type ProcessLimits, residentBytes } from './limit-process.ts'
import { type Child, isFree, type Job, keepAlive, type LostJob } from './pool-child.ts'

export type { LostJob }

export interface ChildPool<Request, Result> {
  /** Never rejects. `onProgress` is called with each number that the child sends before its result. */
  run(request: Request, signal: AbortSignal, onProgress?: (share: number) => void): Promise<Result | LostJob>
  /** Ends the children; their jobs are lost. */
  close(): Promise<void>
}

export interface ChildPoolOptions<Request> {
  /** The module that a child runs. */
  readonly entry: URL
  /**
   * A child sends a message once it is loaded, before any results. One that ends earlier has failed to start, and
   * its job waits for the next. @default false: a child that ends has crashed on its job
   */
  readonly saysReady?: boolean
  /** Maximum children. @default one per processor */
  readonly size?: number
  /** A child that has been idle for this long is ended, so that an idle service is small. @default 60_000 */
  readonly idleMsMax?: number
  /** A job that takes longer is abandoned, and its child is killed. @default 600_000 */
  readonly jobMsMax?: number
  /**
   * One that SIGKILL does not end within this time, such as while a disk does not answer, is given up: its place is
   * free, and a job that has exceeded nothing is lost by a fault of this machine. @default 5_000
   */
  readonly killMsMax?: number
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
  const killMsMax = options.killMsMax ?? 5_000
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
      const child = [...children].find(isFree)
      const job = child && waiting.shift()
      if (job) begin(child, job)
      else if (startingCount() >= waiting.length || !startChild()) return
    }
  }

  function startingCount(): number {
    return [...children].filter(({ isReady, ending }) => !isReady && !ending).length
  }

  /** Returns whether it is on its way. */
  function startChild(): boolean {
    if (children.size >= size || startPause !== undefined) return false
    let forked: ReturnType<typeof forkChild>
    try {
      forked = forkChild(entry, options.makeFolder)
    } catch (error) {
      pauseStarts(error)
      return false
    }
    const child: PoolChild = {
      ...forked,
      onLeft: undefined,
      job: undefined,
      timer: undefined,
      stopLooking: undefined,
      loss: { kind: 'lost' },
      isReady: false,
      ending: false,
    }
    children.add(child)
    child.timer = setTimeout(() => stop(child), jobMsMax)
    // Once it is ready, a child sends nothing but how far its job is, as numbers, and its result.
    child.process.on('message', (result: Result | number) => {
      if (!children.has(child)) return
      if (typeof result === 'number') return child.job?.onProgress?.(result)
      if (child.isReady) return finish(child, result)
      rest(child)
      assignJobs()
    })
    child.process.on('error', () => stop(child))
    child.process.on('close', (code, signal) => void remove(child, signal ?? `code ${code}`))
    if (!options.saysReady) rest(child)
    return true
  }

  /** Until it gets a job; ends it after a while without one. */
  function rest(child: PoolChild): void {
    if (!child.isReady) failedStarts = 0
    child.isReady = true
    child.job = undefined
    if (child.ending) return
    clearTimeout(child.timer)
    child.timer = setTimeout(() => kill(child), idleMsMax)
    child.timer.unref()
    keepAlive(child, false)
  }

  /** The condition is temporary as a rule. Where it is not, jobs are lost unless the children that there are take them. */
  function pauseStarts(error: unknown): void {
    options.onCrash?.(error)
    failedStarts += 1
    startPause ??= setTimeout(() => {
      startPause = undefined
      if (failedStarts >= startsMax && children.size === 0) loseWaiting()
      assignJobs()
    }, startPauseMs)
  }

  function loseWaiting(): void {
    for (const job of waiting.splice(0)) job.settle(lostToMachine)
  }

  function begin(child: PoolChild, job: PoolJob): void {
    const end = (exceeded: ExceededLimit | 'time' | 'unseen'): void => {
      child.loss = exceeded === 'unseen' ? lostToMachine : { kind: 'lost', exceeded }
      kill(child)
    }
    clearTimeout(child.timer)
    child.job = job
    child.timer = setTimeout(() => end('time'), jobMsMax)
    child.stopLooking = options.limits && limitProcess(child.process.pid, options.limits(job.request), end)
    keepAlive(child, true)
    // An error here means that the child has exited; its 'close' settles the job.
    child.process.send(job.request as object, () => {})
  }

  function finish(child: PoolChild, result: Result): void {
    const { job } = child
    child.stopLooking?.()
    rest(child)
    const isOver = residentBytes(child.process.pid) > (options.keptBytesMax ?? Number.POSITIVE_INFINITY)
    if (isOver) kill(child)
    // Its end begins the next job, so it is waited for.
    if (isOver) keepAlive(child, true)
    job?.settle(result)
    assignJobs()
  }

  /** SIGKILL: a child in the middle of a frame would not react to another signal, and its folder goes with it. */
  function stop(child: PoolChild): void {
    child.process.kill('SIGKILL')
    clearTimeout(child.timer)
    child.timer = setTimeout(() => giveUp(child), killMsMax)
  }

  function kill(child: PoolChild): void {
    child.ending = true
    stop(child)
  }

  function giveUp(child: PoolChild): void {
    if (!children.has(child)) return
    const { exceeded } = child.loss
    if (exceeded === undefined || exceeded === 'time') child.loss = lostToMachine
    keepAlive(child, false)
    leave(child, 'it could not be killed')
  }

  async function remove(child: PoolChild, end: string): Promise<void> {
    // One that cannot be removed now is removed with what dead processes have left behind.
    const removal = child.folder?.remove().catch(() => undefined)
    const { onLeft } = child
    child.onLeft = undefined
    if (children.has(child)) leave(child, end)
    await removal
    onLeft?.()
  }

  function leave(child: PoolChild, end: string): void {
    child.stopLooking?.()
    clearTimeout(child.timer)
    children.delete(child)
    if (!child.ending && !child.isReady)
      pauseStarts(new Error(`A process ended before it was ready: ${end}.`))
    else if (!child.ending) options.onCrash?.()
    child.job?.settle(closed ? lostToMachine : child.loss)
    child.onLeft?.()
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
    async run(request, signal, onProgress) {
      if (closed) return lostToMachine
      if (signal.aborted) return { kind: 'lost' }
      return new Promise((resolve) => {
        const onAbort = () => abandon(job)
        const settle = (result: Result | LostJob) => {
          signal.removeEventListener('abort', onAbort)
          resolve(result)
        }
        const job: PoolJob = { request, settle, onProgress }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.push(job)
        assignJobs()
      })
    },
    async close() {
      closed = true
      clearTimeout(startPause)
      loseWaiting()
      await Promise.all(
        [...children].map((child) => {
          keepAlive(child, true)
          return new Promise<void>((resolve) => {
            child.onLeft = resolve
            kill(child)
          })
        }),
      )
    },
  }
}

const lostToMachine: LostJob = { kind: 'lost', isMachines: true }
