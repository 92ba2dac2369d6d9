import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Renderer, RenderRequest, RenderResult } from '@mediagen/studio'

export interface RendererPoolOptions {
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
   * Called for every child that ended by itself (crashed, or killed from outside) and for every start that
   * failed.
   */
  readonly onCrash?: () => void
}

interface Job {
  readonly request: RenderRequest
  readonly settle: (result: RenderResult) => void
}

interface Child {
  readonly process: ChildProcess
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
  /** Told to end: takes no more jobs, although its process may still exist for a moment. */
  ending: boolean
}

/**
 * Renders in child processes, one job each at a time, the rest waiting in order. A crash in native code, an
 * abort or a deadline ends one child and costs only that job ('lost'); the next job gets a new child.
 * Children stay warm between jobs: starting one takes about 0.3 s.
 */
export function createRendererPool(options: RendererPoolOptions): Renderer {
  const { entry } = options
  const size = options.size ?? availableParallelism()
  const idleMsMax = options.idleMsMax ?? 60_000
  const jobMsMax = options.jobMsMax ?? 600_000
  const startPauseMs = options.startPauseMs ?? 1_000
  const children = new Set<Child>()
  const waiting: Job[] = []
  let closed = false
  /** Set while no child is started, because the last start failed. */
  let startPause: NodeJS.Timeout | undefined

  function assignJobs(): void {
    while (waiting.length > 0) {
      const child = [...children].find(isFree) ?? startChild()
      const job = child && waiting.shift()
      if (!job) return
      begin(child, job)
    }
  }

  function startChild(): Child | undefined {
    if (children.size >= size || startPause !== undefined) return undefined
    const started = forkRenderer(entry)
    if (started === undefined) {
      options.onCrash?.()
      startPause = setTimeout(() => {
        startPause = undefined
        assignJobs()
      }, startPauseMs)
      return undefined
    }
    const child: Child = { process: started, job: undefined, timer: undefined, ending: false }
    children.add(child)
    // A renderer sends nothing but the result of its job.
    started.on('message', (result: RenderResult) => finish(child, result))
    started.on('error', () => started.kill('SIGKILL'))
    started.on('close', () => remove(child))
    return child
  }

  function begin(child: Child, job: Job): void {
    clearTimeout(child.timer)
    child.job = job
    child.timer = setTimeout(() => kill(child), jobMsMax)
    holdOpen(child, true)
    // An error here means that the child has exited; its 'close' settles the job.
    child.process.send(job.request, () => {})
  }

  function finish(child: Child, result: RenderResult): void {
    const { job } = child
    clearTimeout(child.timer)
    child.job = undefined
    child.timer = setTimeout(() => kill(child), idleMsMax)
    child.timer.unref()
    holdOpen(child, false)
    job?.settle(result)
    assignJobs()
  }

  function remove(child: Child): void {
    clearTimeout(child.timer)
    children.delete(child)
    if (!child.ending) options.onCrash?.()
    child.job?.settle({ kind: 'lost' })
    assignJobs()
  }

  function abandon(job: Job): void {
    const place = waiting.indexOf(job)
    if (place !== -1) {
      waiting.splice(place, 1)
      job.settle({ kind: 'lost' })
    }
    for (const child of children) if (child.job === job) kill(child)
  }

  return {
    async render(request, signal) {
      if (closed || signal.aborted) return { kind: 'lost' }
      return new Promise((resolve) => {
        const onAbort = () => abandon(job)
        const settle = (result: RenderResult) => {
          signal.removeEventListener('abort', onAbort)
          resolve(result)
        }
        const job: Job = { request, settle }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.push(job)
        assignJobs()
      })
    },
    async close() {
      closed = true
      clearTimeout(startPause)
      for (const job of waiting.splice(0)) job.settle({ kind: 'lost' })
      await Promise.all([...children].map(endChild))
    },
  }
}

/**
 * Undefined if the machine has no descriptor or memory left for a process: a temporary condition, which says
 * nothing about the job.
 */
function forkRenderer(entry: URL): ChildProcess | undefined {
  try {
    const started = fork(entry, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (started.pid !== undefined) return started
    // It is about to emit 'error', which would end this process if nothing listened.
    started.on('error', () => undefined)
    return undefined
  } catch {
    return undefined
  }
}

/** A working child keeps this process alive, an idle one does not. */
function holdOpen(child: Child, held: boolean): void {
  if (held) {
    child.process.ref()
    child.process.channel?.ref()
  } else {
    child.process.unref()
    child.process.channel?.unref()
  }
}

function isFree({ job, ending, process }: Child): boolean {
  return job === undefined && !ending && process.connected
}

/**
 * SIGKILL: a child in the middle of a frame would not react to another signal, and has nothing to clean up.
 */
function kill(child: Child): void {
  child.ending = true
  child.process.kill('SIGKILL')
}

function endChild(child: Child): Promise<void> {
  return new Promise((resolve) => {
    child.process.once('close', () => resolve())
    holdOpen(child, true)
    kill(child)
  })
}
