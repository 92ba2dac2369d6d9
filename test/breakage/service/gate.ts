import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../../support/listen-locally.ts'
import type { Judge } from '../judge/service-history.ts'

/** A gate of the operator that outlives every crash of the service. */
interface OperatorsGate {
  readonly url: string
  close(): Promise<void>
}

/** The operator's judgement, and how it is written down. */
export type Judgement = (
  about: Pick<Judge['asked'], 'stage' | 'id'> & { readonly prompt?: string | undefined },
) => Judge['asked']['verdict']

/** What a prompt begins with, after its product, on which the gate has more to say than that it is allowed. */
export const wordsOfGate = [
  'refused before',
  'unanswered before',
  'refused after',
  'unanswered after',
] as const

/** About a result it is silent for so many requests, and then allows it. */
const silentResultRequests = 2

/** Judges tasks by their words, and uploads by their ids: of sixteen it refuses one, and never answers about another. */
export function createJudgement(onJudged: (judgement: Judge['asked']) => void): Judgement {
  const requests = new Map<string, number>()

  function verdictOn({ stage, id, prompt = '' }: Parameters<Judgement>[0]): Judge['asked']['verdict'] {
    if (stage === 'upload') return id.endsWith('0') ? 'refuse' : id.endsWith('1') ? 'none' : 'allow'
    if (prompt.includes(`refused ${stage}`)) return 'refuse'
    if (!prompt.includes(`unanswered ${stage}`)) return 'allow'
    if (stage === 'before') return 'none'
    const count = (requests.get(id) ?? 0) + 1
    requests.set(id, count)
    return count > silentResultRequests ? 'allow' : 'none'
  }

  return (about) => {
    const verdict = verdictOn(about)
    onJudged({ stage: about.stage, id: about.id, verdict })
    return verdict
  }
}

/** What a request to the gate of `gateAt` says. */
interface AskedOfGate {
  readonly prompt?: string
  readonly task?: string
  readonly upload?: string
  readonly result?: string
}

/** Judges in its own time, at once by default. */
export async function startGate(judge: Judgement, durationMs = () => 0): Promise<OperatorsGate> {
  const server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const { task = '', upload, result, prompt } = body as AskedOfGate
      await sleep(durationMs())
      const subject =
        upload === undefined
          ? ({ stage: result === undefined ? 'before' : 'after', id: task } as const)
          : ({ stage: 'upload', id: upload } as const)
      const verdict = judge({ ...subject, prompt })
      if (verdict === 'none') return void response.destroy()
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ verdict }))
    })
  })
  return listenLocally(server)
}
