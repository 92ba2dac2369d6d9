import { Agent, request } from 'node:http'
import type { Route } from '../../../server/src/core/domain/generation/route.ts'
import type { Provider } from '../../../server/src/core/ports/provider.ts'

const connectionFaults = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'])
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Images go to the engine that must never be asked twice, videos to the one that may. */
export const engineRoutes: readonly Route[] = [
  { product: 'image.generate', providers: ['once'] },
  { product: 'image.transform', providers: ['once'] },
  { product: 'video.generate', providers: ['idempotent'] },
  { product: 'video.transform', providers: ['idempotent'] },
]

/**
 * The provider that uses `startEngine`; its name is its submission, so the engine counts the two kinds
 * separately.
 */
export function createEngineProvider(engineUrl: string, submission: Provider['submission']): Provider {
  return {
    name: submission,
    submission,
    results: 'exact',
    serves: () => true,
    async start({ taskId, product }) {
      try {
        const answer = await send('POST', `${engineUrl}/${submission}/${taskId}`)
        const { jobId } = JSON.parse(answer.toString())
        return { kind: 'started', job: { jobId, product } }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        return { kind: connectionFaults.has(code) ? 'unavailable' : 'ambiguous', message: String(error) }
      }
    },
    async poll(job) {
      try {
        const bytes = await send('GET', `${engineUrl}/jobs/${String(job.jobId)}`)
        const contentType = String(job.product).startsWith('video') ? 'video/mp4' : 'image/png'
        return { kind: 'succeeded', outputs: [{ contentType, bytes }] }
      } catch (error) {
        return { kind: 'unavailable', message: String(error) }
      }
    },
  }
}

function send(method: string, url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
