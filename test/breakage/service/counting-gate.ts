import { type Gate, gateStages } from '../../../server/src/core/ports/gate.ts'
import { openGate } from '../../engines/support/gate.ts'
import { startGate } from './gate.ts'

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

export async function startCountingGate(): Promise<CountingGate> {
  const requests = new Map<string, number>()
  let refused: readonly string[] = []
  const gate = await startGate(({ stage, id }) => {
    const key = `${stage} ${id}`
    requests.set(key, (requests.get(key) ?? 0) + 1)
    return refused.includes(stage) ? 'refuse' : 'allow'
  })
  return {
    ...gate,
    requests,
    refuse: (...stages) => {
      refused = stages
    },
  }
}

/** A gate of `startGate` as a service sees it. */
export function gateAt(url: string): Gate {
  return openGate({ url, options, at: gateStages })
}
