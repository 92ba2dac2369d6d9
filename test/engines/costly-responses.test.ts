import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serviceFlags } from '../../scripts/set-up/runtime.mjs'
import { listenLocally } from '../support/listen-locally.ts'

const program = fileURLToPath(new URL('./support/costly-responses.ts', import.meta.url))
const atOnce = 6
/** Of a container with 1 GiB, for which V8 limits its heap to half of that. */
const megabytesMax = 900
/** A busy machine delays garbage collection: the best of some rounds counts. */
const roundsMax = 3
const flags = ['--max-old-space-size=512', ...serviceFlags]

const part = Buffer.alloc(1024 ** 2)

/** An engine whose every response is a beginning, a filling repeated to a size in megabytes, and an end. */
async function engineWith(start: string, filling: string, end: string, megabytes: number): Promise<string> {
  const parts = Buffer.from(part).fill(filling)
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'Content-Type': 'application/json' })
    let sent = 0
    const send = (): void => {
      while (sent < megabytes && !response.destroyed) {
        sent += 1
        if (!response.write(parts)) return void response.once('drain', send)
      }
      response.end(end)
    }
    response.write(start)
    send()
  })
  const { url, close } = await listenLocally(server)
  onTestFinished(close)
  return url
}

/** The memory of a process that gets six of these responses at once. */
async function sixOf(url: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, url, String(atOnce)])
  const figures: { kinds: string[]; peakMegabytes: number; delayMs: number } = JSON.parse(stdout)
  const { peakMegabytes, delayMs } = figures
  process.stdout.write(`peak ${peakMegabytes.toFixed()} MB, event loop held ${delayMs.toFixed()} ms\n`)
  return figures
}

describe('a worker with 1 GiB of memory survives six responses at once', () => {
  test.each([
    ['40 MB of nested lists', '', '[', '', 40, 'ambiguous'],
    ['40 MB of empty lists', '[', '[],', '[]]', 40, 'ambiguous'],
    ['the most empty lists that are parsed', '[', '[],', '[]]', 3, 'ambiguous'],
    ['60 MB of text beyond Latin letters', '{"data":[{"b64_json":"\u20ac', 'AAAA', '"}]}', 60, 'succeeded'],
    ['60 MB that are no JSON', '', 'sorry', '', 60, 'ambiguous'],
  ] as const)('of %s', { timeout: 120_000 }, async (_name, start, filling, end, megabytes, kind) => {
    const url = await engineWith(start, filling, end, megabytes)
    let peakMegabytes = Number.POSITIVE_INFINITY
    for (let round = 0; round < roundsMax && peakMegabytes > megabytesMax; round += 1) {
      const figures = await sixOf(url)
      expect(figures.kinds).toEqual(Array(atOnce).fill(kind))
      peakMegabytes = Math.min(peakMegabytes, figures.peakMegabytes)
    }
    expect(peakMegabytes).toBeLessThan(megabytesMax)
  })
})
