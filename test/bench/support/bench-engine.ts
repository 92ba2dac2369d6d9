import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenLocally } from '../../support/listen-locally.ts'
import { holdMsOf } from './hold-time.ts'

/**
 * An engine that costs nothing itself: images on OpenAI's wire, at once or when their prompts say, videos on
 * a polled one.
 */
export interface BenchEngine extends AsyncDisposable {
  readonly url: string
  /** Resolves when so many videos have been ordered. */
  untilJobs(count: number): Promise<void>
  /** Until this is called no video is done. */
  finishVideos(): void
}

export async function startBenchEngine(media: { image: Buffer; video: Buffer }): Promise<BenchEngine> {
  const image = JSON.stringify({ data: [{ b64_json: media.image.toString('base64') }] })
  let jobs = 0
  let areDone = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const path = request.url ?? ''
      if (path.endsWith('/images/generations'))
        return setTimeout(sendJson, holdMsOf(Buffer.concat(chunks).toString()), response, image)
      if (path === '/films') {
        jobs += 1
        return sendJson(response, JSON.stringify({ id: `film-${jobs}` }))
      }
      if (path !== '/film.mp4')
        return sendJson(response, JSON.stringify({ state: areDone ? 'done' : 'busy', url: '/film.mp4' }))
      response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': media.video.byteLength })
      response.end(media.video)
    })
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    async untilJobs(count) {
      while (jobs < count) await pause(50)
    },
    finishVideos: () => {
      areDone = true
    },
    [Symbol.asyncDispose]: close,
  }
}

function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
