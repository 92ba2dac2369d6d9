import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Route } from '../../../server/src/core/domain/generation/route.ts'
import type { Provider } from '../../../server/src/core/ports/provider.ts'
import { listenLocally } from '../../support/listen-locally.ts'
import { resultOf } from './task-result.ts'

/**
 * A generation engine as a separate process would be one: it outlives every crash of the service and counts.
 */
export interface CountingEngine {
  readonly url: string
  /** How often each task was submitted to each provider, by `PROVIDER TASK`. */
  readonly submissions: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** A job as an engine gets it. */
export interface SubmittedJob {
  readonly provider: string
  readonly taskId: string
  /** SHA-256 of the input's bytes; undefined without one. */
  readonly input: string | undefined
}

/** How a job goes. */
export interface JobPlan {
  /** @default 0 */
  readonly durationMs?: number
  /** @default false */
  readonly fails?: boolean
}

/**
 * Takes jobs at `POST /PROVIDER/TASK`, each as a separate job; `GET /jobs/JOB` returns the bytes, 202 until they
 * are there, or 422 if there will be none. Without a plan a job is done immediately. It accepts every submission, because its purpose is to count them; whether there may be
 * a second one is for the service to know.
 */
export async function startCountingEngine(
  planOf: (submitted: SubmittedJob) => JobPlan = () => ({}),
): Promise<CountingEngine> {
  const submissions = new Map<string, number>()
  const jobs = new Map<
    string,
    { readonly taskId: string; readonly endsAtMs: number; readonly fails: boolean }
  >()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    request.resume()
    if (request.method === 'GET' && path.startsWith('/jobs/')) {
      const { taskId = '', endsAtMs = 0, fails = false } = jobs.get(path.slice('/jobs/'.length)) ?? {}
      const status = performance.now() < endsAtMs ? 202 : fails ? 422 : 200
      response
        .writeHead(status, { 'Content-Type': 'image/png' })
        .end(status === 200 ? resultOf(taskId) : undefined)
      return
    }
    const [, provider = '', taskId = ''] = path.split('/')
    const key = `${provider} ${taskId}`
    const count = (submissions.get(key) ?? 0) + 1
    submissions.set(key, count)
    const jobId = `${taskId}-${count}`
    const input = request.headers[inputHeader]?.toString()
    const { durationMs = 0, fails = false } = planOf({ provider, taskId, input })
    jobs.set(jobId, { taskId, endsAtMs: performance.now() + durationMs, fails })
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ jobId }))
  })
  const { url, close } = await listenLocally(server)
  return { url, submissions, close }
}

/** Images go to the engine that must never be asked twice, videos to the one that may. */
const routes: readonly Route[] = [
  { product: 'image.generate', providers: ['once'] },
  { product: 'image.transform', providers: ['once'] },
  { product: 'video.generate', providers: ['idempotent'] },
  { product: 'video.transform', providers: ['idempotent'] },
]

/** The counting engine as two providers, one of each kind of submission; both count separately. */
export function countingProviders(engineUrl: string) {
  const submissions = ['once', 'idempotent'] as const
  return { providers: submissions.map((submission) => createProvider(engineUrl, submission)), routes }
}

const inputHeader = 'x-input-sha256'
const connectionFaults = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'])

function createProvider(engineUrl: string, submission: Provider['submission']): Provider {
  return {
    name: submission,
    submission,
    results: 'exact',
    serves: () => true,
    async start({ taskId, product, input }) {
      const headers: Record<string, string> = {}
      if (input !== undefined) headers[inputHeader] = hash('sha256', await input.bytes(), 'hex')
      try {
        const response = await fetch(`${engineUrl}/${submission}/${taskId}`, { method: 'POST', headers })
        const { jobId } = (await response.json()) as { jobId: string }
        return { kind: 'started', job: { jobId, product } }
      } catch (error) {
        const kind = isConnectionFault(error) ? 'unavailable' : 'ambiguous'
        return { kind, message: String(error) }
      }
    },
    async poll(job) {
      try {
        const response = await fetch(`${engineUrl}/jobs/${String(job.jobId)}`)
        if (response.status === 202) return { kind: 'pending' }
        if (response.status === 422)
          return { kind: 'failed', code: 'GENERATION_FAILED', message: 'as planned' }
        const contentType = String(job.product).startsWith('video') ? 'video/mp4' : 'image/png'
        return { kind: 'succeeded', outputs: [{ contentType, bytes: await response.bytes() }] }
      } catch (error) {
        return { kind: 'unavailable', message: String(error) }
      }
    },
  }
}

/** Whether the request certainly never reached the engine. */
function isConnectionFault(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && connectionFaults.has(String(cause.code))
}
