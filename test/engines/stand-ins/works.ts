import { randomBytes } from 'node:crypto'
import type { Faults } from './faults.ts'
import { type Medium, makeMedium, type Order } from './media.ts'

/** A job as a stand-in keeps it, in memory like most engines. */
export interface Job {
  readonly id: string
  readonly order: Order
  readonly createdAtMs: number
  state: 'queued' | 'running' | 'done' | 'cancelled'
}

/** One request that was taken, and would be charged. */
export interface Submission {
  readonly prompt: string
  readonly seed: number | undefined
  readonly callerId: string | undefined
  readonly isVideo: boolean
  readonly widthPx: number
  readonly heightPx: number
}

/** The common part of all stand-ins: the jobs, the count of submissions, and the media. */
export interface Works {
  readonly submissions: readonly Submission[]
  readonly jobs: ReadonlyMap<string, Job>
  /** Takes a request and counts it. A job whose id the caller chose runs again under the same id. */
  take(order: Order, id?: string): Job
  /** Counts a request that gets its response immediately, and generates its result. */
  makeAtOnce(order: Order): Promise<Medium>
  find(id: string): Job | undefined
  /** The same, and then advances the job by one step. */
  look(id: string): Job | undefined
  /** False if there is no such job, or it has ended. */
  cancel(id: string): boolean
  medium(job: Job): Promise<Medium>
  /** As after a restart: no job is known any more. */
  loseAll(): void
  setLooks(looks: number): void
}

export function createWorks(faults: Faults): Works {
  const submissions: Submission[] = []
  const jobs = new Map<string, Job>()
  const looksLeft = new Map<string, number>()
  let looks = 1
  const note = ({ prompt, seed, callerId, video, widthPx, heightPx }: Order): void =>
    void submissions.push({ prompt, seed, callerId, isVideo: video !== undefined, widthPx, heightPx })

  async function make(order: Order): Promise<Medium> {
    const misdeed = faults.next('result')
    if (misdeed?.do === 'html')
      return { contentType: 'text/html', bytes: Buffer.from('<html>Sign in to go on</html>') }
    if (misdeed?.do === 'empty') return { contentType: 'image/png', bytes: new Uint8Array() }
    const medium = await makeMedium(order)
    if (misdeed?.do !== 'truncated') return medium
    return { ...medium, bytes: medium.bytes.subarray(0, Math.floor(medium.bytes.length / 3)) }
  }

  return {
    submissions,
    jobs,
    take(order, id = randomBytes(8).toString('hex')) {
      note(order)
      const job: Job = { id, order, createdAtMs: Date.now(), state: 'queued' }
      jobs.set(id, job)
      looksLeft.set(id, looks)
      return job
    },
    makeAtOnce(order) {
      note(order)
      return make(order)
    },
    find: (id) => jobs.get(id),
    look(id) {
      const job = jobs.get(id)
      if (job === undefined || job.state === 'done' || job.state === 'cancelled') return job
      const left = looksLeft.get(id) ?? 0
      looksLeft.set(id, left - 1)
      job.state = left <= 0 ? 'done' : left === 1 ? 'running' : 'queued'
      return job
    },
    cancel(id) {
      const job = jobs.get(id)
      if (job === undefined || job.state === 'done') return false
      job.state = 'cancelled'
      return true
    },
    medium: (job) => make(job.order),
    loseAll: () => jobs.clear(),
    setLooks(count) {
      looks = count
    },
  }
}
