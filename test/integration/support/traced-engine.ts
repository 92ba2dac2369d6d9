import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { listenLocally } from '../../support/listen-locally.ts'
import { smallestImages } from '../../support/smallest-images.ts'

/** An engine behind its own API that notes the trace of each call, and the providers file that names it. */
export async function startTracedEngine(): Promise<{
  readonly file: string
  /** TRACE-SPAN of each call that had a traceparent. */
  traces(): string[]
  calls(): number
  /** Rejects every job from now on. */
  refuse(): void
}> {
  const traces: string[] = []
  let calls = 0
  let isRefusing = false
  const server = createServer((request, response) => {
    calls += 1
    const { traceparent } = request.headers
    if (typeof traceparent === 'string') traces.push(traceparent.slice(3, -3))
    const respond = (status: number, body: object): void =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    request.resume()
    if (request.url === '/file') response.end(smallestImages['image/png'].bytes)
    else if (isRefusing) respond(400, { error: 'so the engine says' })
    else if (request.method === 'POST') respond(200, { id: 'job-1' })
    else respond(200, { state: 'done', file: `http://${request.headers.host}/file` })
  })
  const { url, close } = await listenLocally(server)
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-traced-'))
  const file = join(folder, 'providers.yaml')
  const options = {
    products: { 'image.generate': { path: '/jobs', json: { text: '{{prompt}}' } } },
    job: { id: 'id' },
    poll: { path: '/jobs/{{jobId}}' },
    status: { pointer: 'state', values: { done: 'succeeded' } },
    result: { url: 'file' },
  }
  const providers = [{ name: 'own', kind: 'http', url, options }]
  const routes = [{ product: 'image.generate', providers: ['own'] }]
  await writeFile(file, stringify({ providers, routes }))
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    file,
    traces: () => [...traces],
    calls: () => calls,
    refuse() {
      isRefusing = true
    },
  }
}
