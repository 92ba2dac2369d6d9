import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import type {
  CancelResponse,
  FindResponse,
  PollResponse,
  Provider,
  ProviderJob,
  StartResponse,
} from '../../server/src/core/ports/provider.ts'

/**
 * The smallest valid PNG: one transparent pixel. Enough where a test is about the task and not about the
 * image.
 */
export const onePixelPng: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A generation engine that responds as the test says and records what it was asked. */
export interface FakeProvider extends Provider {
  /** What was submitted, in order. */
  readonly started: GenerationJob[]
  /** What was cancelled, in order. */
  readonly cancelled: ProviderJob[]
  /** Sets the responses to the next starts, one each; afterwards every start succeeds. */
  mockStart(...responses: (StartResponse | (() => Promise<StartResponse>))[]): void
  /** Sets the responses to the next searches for a lost start, one each; afterwards nothing is known. */
  mockFind(...responses: FindResponse[]): void
  /** Sets the response to every cancellation from now on. */
  mockCancel(response: CancelResponse): void
  /** Sets the responses to the next polls, one each; afterwards every poll succeeds. */
  mockPoll(...responses: (PollResponse | (() => Promise<PollResponse>))[]): void
}

/** Succeeds immediately with a one-pixel PNG (or a stand-in MP4 for videos) by default. */
export function createFakeProvider(
  options: {
    readonly name?: string
    readonly submission?: Provider['submission']
    readonly serves?: Provider['serves']
    readonly capacity?: Provider['capacity']
    readonly jobMsMax?: Provider['jobMsMax']
    readonly cost?: Provider['cost']
    readonly appliesEffect?: Provider['appliesEffect']
  } = {},
): FakeProvider {
  const started: GenerationJob[] = []
  const cancelled: ProviderJob[] = []
  const starts: (StartResponse | (() => Promise<StartResponse>))[] = []
  const finds: FindResponse[] = []
  let cancelResponse: CancelResponse = 'cancelled'
  const polls: (PollResponse | (() => Promise<PollResponse>))[] = []
  return {
    name: options.name ?? 'fake',
    submission: options.submission ?? 'once',
    results: 'exact',
    ...(options.capacity !== undefined && { capacity: options.capacity }),
    ...(options.jobMsMax !== undefined && { jobMsMax: options.jobMsMax }),
    ...(options.cost !== undefined && { cost: options.cost }),
    ...(options.appliesEffect !== undefined && { appliesEffect: options.appliesEffect }),
    ...(options.submission === 'findable' && {
      find: async () => finds.shift() ?? { kind: 'unknown', message: 'nothing is known' },
    }),
    serves: options.serves ?? (() => true),
    started,
    cancelled,
    mockStart: (...responses) => void starts.push(...responses),
    mockFind: (...responses) => void finds.push(...responses),
    mockCancel: (response) => {
      cancelResponse = response
    },
    mockPoll: (...responses) => void polls.push(...responses),
    async start(job) {
      started.push(job)
      const next = starts.shift()
      if (next === undefined)
        return { kind: 'started', job: { jobId: `job-of-${job.taskId}`, product: job.product } }
      return typeof next === 'function' ? next() : next
    },
    async poll(job) {
      const next = polls.shift()
      if (next !== undefined) return typeof next === 'function' ? next() : next
      const isVideo = String(job.product).startsWith('video')
      return {
        kind: 'succeeded',
        outputs: [{ contentType: isVideo ? 'video/mp4' : 'image/png', bytes: onePixelPng }],
      }
    },
    async cancel(job) {
      cancelled.push(job)
      return cancelResponse
    },
  }
}
