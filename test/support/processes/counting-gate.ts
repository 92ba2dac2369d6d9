import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Gate, type GateStage, gateStages } from '../../../server/src/core/ports/gate.ts'
import { openGate } from '../../engines/support/gate.ts'
import { listenLocally } from '../listen-locally.ts'

/** A gate as a separate process would be one: it outlives every crash of the service and counts. */
export interface CountingGate {
  readonly url: string
  /** How often it was asked, by `before TASK`, `after TASK` or `upload UPLOAD`. */
  readonly requests: ReadonlyMap<string, number>
  /** The stages at which it refuses from now on. @default none */
  refuse(...stages: readonly string[]): void
  close(): Promise<void>
}

const options = `
request: { path: /, json: { prompt: '{{prompt}}', task: '{{taskId}}', upload: '{{uploadId}}', result: '{{result.url}}', image: '{{image.url}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
`

/** What the gate learns of a task or an upload. */
export interface AskedOfGate {
  readonly prompt?: string
  readonly task?: string
  readonly upload?: string
  readonly result?: string
}

export async function startCountingGate(): Promise<CountingGate> {
  const requests = new Map<string, number>()
  let refused: readonly string[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { stage, id } = subjectOf(body as AskedOfGate)
      const key = `${stage} ${id}`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ verdict: refused.includes(stage) ? 'refuse' : 'allow' }))
    })
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    requests,
    refuse: (...stages) => {
      refused = stages
    },
    close,
  }
}

export function subjectOf({ task, upload, result }: AskedOfGate): {
  readonly stage: GateStage
  readonly id: string
} {
  if (upload !== undefined) return { stage: 'upload', id: upload }
  return { stage: result === undefined ? 'before' : 'after', id: task ?? '' }
}

/** The counting gate, or one that is asked the same, as a service sees it. */
export function countingGateAt(url: string): Gate {
  return openGate({ url, options, at: gateStages })
}
