import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../support/listen-locally.ts'
import type { Judge } from './service-history.ts'

/** A gate of the operator that outlives every crash of the service. */
export interface HistoryGate {
  readonly url: string
  close(): Promise<void>
}

/** What a prompt begins with, after its product, that is not to be generated, or on which the gate fails. */
export const wordsOfGate = { refuse: 'refused', none: 'unanswered' } as const

/** Judges tasks by their words, in its own time. */
export async function startGate(options: {
  readonly durationMs: () => number
  readonly onAsked: (judgement: Judge['asked']) => void
}): Promise<HistoryGate> {
  const server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const { task, prompt } = body as { readonly task: string; readonly prompt: string }
      await sleep(options.durationMs())
      const verdict = verdictOn(prompt)
      options.onAsked({ task, verdict })
      if (verdict === 'none') return void response.destroy()
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ verdict }))
    })
  })
  return listenLocally(server)
}

function verdictOn(prompt: string): Judge['asked']['verdict'] {
  if (prompt.includes(wordsOfGate.refuse)) return 'refuse'
  return prompt.includes(wordsOfGate.none) ? 'none' : 'allow'
}
