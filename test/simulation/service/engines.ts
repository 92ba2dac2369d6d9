import { hash } from 'node:crypto'
import type { Route } from '../../../server/src/core/domain/generation/route.ts'
import type {
  FindResponse,
  PollResponse,
  Provider,
  StartResponse,
} from '../../../server/src/core/ports/provider.ts'
import type { Submit } from '../../breakage/judge/service-history.ts'
import { resultOf } from '../../breakage/service/task-result.ts'
import type { VirtualTime } from './deterministic.ts'
import type { Process, Scheduler } from './scheduler.ts'

/** Images go to the engine that charges for each start, while it can be reached; videos to those that can be asked again. */
export const routes: readonly Route[] = [
  { product: 'image.generate', providers: ['once', 'idempotent'] },
  { product: 'video.generate', tiers: ['512p'], providers: ['idempotent'] },
  { product: 'video.generate', providers: ['findable'] },
  { product: 'image.transform', providers: ['once'] },
  { product: 'video.transform', providers: ['idempotent'] },
]

interface Job {
  readonly taskId: string
  readonly endsAtMs: number
  readonly fails: boolean
}

const jobMsMax = 3_000
const failing = 0.1

/** The engines of all processes; they outlive each of them. */
export function createEngines(options: {
  readonly scheduler: Scheduler
  readonly time: VirtualTime
  readonly random: () => number
  readonly onSubmitted: (submission: Submit['asked']) => void
}): { of(process: Process): readonly Provider[] } {
  const { scheduler, time, random, onSubmitted } = options
  const jobs = new Map<string, Job>()

  function submit(submission: Omit<Submit['asked'], 'fails'>): string {
    const { engine, task: taskId } = submission
    const jobId = engine === 'once' ? `${taskId} ${jobs.size}` : taskId
    if (!jobs.has(jobId))
      jobs.set(jobId, { taskId, endsAtMs: time.nowMs() + random() * jobMsMax, fails: random() < failing })
    onSubmitted({ ...submission, fails: jobs.get(jobId)?.fails === true })
    return jobId
  }

  function look(jobId: string, contentType: string): PollResponse {
    const job = jobs.get(jobId)
    if (job === undefined) return { kind: 'lost' }
    if (time.nowMs() < job.endsAtMs) return { kind: 'pending' }
    return job.fails
      ? { kind: 'failed', code: 'GENERATION_FAILED', message: 'as planned' }
      : { kind: 'succeeded', outputs: [{ contentType, bytes: resultOf(job.taskId) }] }
  }

  function providerOf(process: Process, name: Provider['submission']): Provider {
    const unavailable = () => ({ kind: 'unavailable' as const, message: 'simulated' })
    const ambiguous = (): StartResponse => ({ kind: 'ambiguous', message: 'simulated' })
    return {
      name,
      submission: name,
      results: 'exact',
      serves: () => true,
      async start({ taskId, product, input }) {
        const submission = { engine: name, task: taskId, input: input && hash('sha256', await input.bytes()) }
        return scheduler.call<StartResponse>(process, {
          name: 'start',
          run: async () => ({ kind: 'started', job: { jobId: submit(submission), product } }),
          refuse: unavailable,
          lose: ambiguous,
        })
      },
      poll: (job) =>
        scheduler.call<PollResponse>(process, {
          name: 'poll',
          run: async () =>
            look(String(job.jobId), String(job.product).startsWith('video') ? 'video/mp4' : 'image/png'),
          refuse: unavailable,
          lose: unavailable,
        }),
      ...(name === 'findable' && {
        find: ({ taskId, product }) => {
          const unknown = () => ({ kind: 'unknown' as const, message: 'simulated' })
          return scheduler.call<FindResponse>(process, {
            name: 'find',
            run: async () =>
              jobs.has(taskId) ? { kind: 'found', job: { jobId: taskId, product } } : { kind: 'absent' },
            refuse: unknown,
            lose: unknown,
          })
        },
      }),
    }
  }

  return {
    of: (process) =>
      (['once', 'idempotent', 'findable'] as const).map((submission) => providerOf(process, submission)),
  }
}
