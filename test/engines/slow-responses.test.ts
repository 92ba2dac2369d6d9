import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { UnusableMediaError } from '../../server/src/core/ports/provider.ts'
import { comfyuiKind } from '../../server/src/engines/comfyui/comfyui.ts'
import { openaiImagesKind } from '../../server/src/engines/openai/openai-images.ts'
import { openaiVideosKind } from '../../server/src/engines/openai/openai-videos.ts'
import { createEngineHttp } from '../../server/src/engines/shared/calls/engine-http.ts'
import { mediaAt } from '../../server/src/engines/shared/media/download.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { startCounterpart } from './support/counterpart.ts'
import { engineOf, lookOnce, patient } from './support/engine.ts'
import { bytesOf, jobs } from './support/job.ts'

// Sockets keep the real time; the limits follow the test's.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  // In this order: a spy puts back what it found, the fake timers.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** An engine that begins every response and leaves it at that; how many it has begun. */
async function stallingEngine(begin: (response: ServerResponse) => void) {
  const engine = { url: '', begun: 0 }
  const server = createServer((request, response) => {
    request.resume()
    begin(response)
    engine.begun += 1
  })
  const { url, close } = await listenLocally(server)
  onTestFinished(close)
  return Object.assign(engine, { url })
}

/** Lets so many seconds pass once the engine has the request. */
async function pass(seconds: number, isSent: () => boolean): Promise<void> {
  while (!isSent()) await turn()
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
}

const models = { 'image.generate': 'm', 'image.transform': 'm', 'video.generate': 'm' }

describe('an engine that is silent', () => {
  test('to a poll is asked again after a minute', async () => {
    const engine = await startCounterpart(() => 'hang')
    const options = { encoding: 'json' }
    const provider = engineOf(openaiVideosKind, { url: engine.url, models, options })
    const poll = provider.poll({ id: '1', url: `${engine.url}/videos/1` }, lookOnce)
    await pass(60, () => engine.requests.length === 1)
    expect(await poll).toEqual({
      kind: 'unavailable',
      message: 'The engine answered too slowly.',
    })
  })

  test('during a start of a synchronous engine is waited for, for that is when it generates', async () => {
    const engine = await startCounterpart(() => 'hang')
    const provider = engineOf(openaiImagesKind, { url: engine.url, models })
    const ended = vi.fn()
    void provider.start(jobs['image.generate'], patient).then(ended)
    await pass(600, () => engine.requests.length === 1)
    for (let turns = 0; turns < 200; turns += 1) await turn()
    expect(ended).not.toHaveBeenCalled()
    await provider.close?.()
  })

  test('during an upload did not get the job', async () => {
    const engine = await startCounterpart(() => 'hang')
    const provider = engineOf(comfyuiKind, { url: engine.url, models })
    const start = provider.start(jobs['image.transform'], patient)
    await pass(120, () => engine.requests.length === 1)
    expect(await start).toMatchObject({ kind: 'unavailable' })
    expect(engine.count('POST', /prompt/)).toBe(0)
  })

  test('within the response to a start leaves the start ambiguous', async () => {
    const engine = await stallingEngine((response) => void response.writeHead(200).write('{"data":['))
    const provider = engineOf(openaiImagesKind, { url: engine.url, models })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const start = provider.start(jobs['image.generate'], patient)
    // The response has arrived once its silence is measured, a quarter of a second at a time.
    await pass(40, () => timers.mock.calls.some(([, durationMs]) => durationMs === 250))
    expect(await start).toMatchObject({ kind: 'ambiguous' })
  })

  test('within the headers of a result fails this try of the download, and not the result', async () => {
    const engine = await stallingEngine(
      (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: '),
    )
    const http = createEngineHttp({ url: engine.url })
    onTestFinished(() => http.close())
    const media = mediaAt(http, '/1.png', { allowedHosts: [] })
    const error = bytesOf(media).catch((error: unknown) => error)
    await pass(60, () => engine.begun === 1)
    const outcome = await error
    expect(outcome).toMatchObject({ message: 'The engine answered too slowly.' })
    expect(outcome).not.toBeInstanceOf(UnusableMediaError)
  })
})
