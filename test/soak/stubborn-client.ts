import { Agent, request } from 'node:http'

export interface StubbornResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the checks after the run judge what it holds.
  readonly body: any
  readonly etag?: string | undefined
}

export interface StubbornRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** With query; of whichever API is up. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface StubbornClient {
  /** Asks one API after another until there is a response that is not an outage, as a good client does. */
  send(request: StubbornRequest): Promise<StubbornResponse>
  /** How often it had to ask again, by what it met. */
  readonly retries: ReadonlyMap<string, number>
}

/** An outage longer than this is a fault. */
const patienceMs = 120_000
const pauseMsMax = 200
const responseMsMax = 10_000

export function createStubbornClient(urls: () => readonly string[], random: () => number): StubbornClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const retries = new Map<string, number>()
  const meet = (what: string): void => void retries.set(what, (retries.get(what) ?? 0) + 1)
  return {
    retries,
    async send(wanted) {
      const startedAtMs = performance.now()
      for (;;) {
        const up = urls()
        const url = up[Math.floor(random() * up.length)]
        const response = url === undefined ? 'no API is up' : await sendOnce(agent, url, wanted)
        if (typeof response !== 'string' && response.status !== 503) return response
        meet(typeof response === 'string' ? response : `503 ${response.body.code}`)
        if (performance.now() - startedAtMs > patienceMs)
          throw new Error(`${wanted.method} ${wanted.path} got no response within ${patienceMs} ms.`)
        await new Promise((resolve) => setTimeout(resolve, random() * pauseMsMax))
      }
    },
  }
}

/** The response, or what went wrong on the way to it. */
export function sendOnce(
  agent: Agent,
  url: string,
  wanted: StubbornRequest,
  timeout = responseMsMax,
): Promise<StubbornResponse | string> {
  return new Promise((resolve) => {
    const { method, path, headers, body } = wanted
    const sent = request(url + path, { method, headers, agent, timeout }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', (error) => resolve(nameOf(error)))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, body: text === '' ? undefined : JSON.parse(text), etag: headers.etag })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no response in time')))
    sent.on('error', (error) => resolve(nameOf(error)))
    sent.end(body)
  })
}

function nameOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message
}
