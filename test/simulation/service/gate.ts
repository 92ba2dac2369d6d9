import type { Gate, GateVerdict } from '../../../server/src/core/ports/gate.ts'
import { verdictOn } from '../../history/gate.ts'
import type { Judge } from '../../history/service-history.ts'
import type { Process, Scheduler } from './scheduler.ts'

/** A gate of the operator as one process reaches it. */
export function scheduledGate(
  scheduler: Scheduler,
  process: Process,
  onAsked: (judgement: Judge['asked']) => void,
): Gate {
  const silent = (): GateVerdict => ({ kind: 'failed', reason: 'simulated' })
  return {
    name: 'operator',
    at: ['before'],
    products: undefined,
    onFailure: 'refuse',
    ask(subject) {
      if (subject.stage !== 'before') throw new Error(`It is not asked at ${subject.stage}.`)
      const { taskId, prompt } = subject.job
      const run = async (): Promise<GateVerdict> => {
        const verdict = verdictOn(prompt)
        onAsked({ task: taskId, verdict })
        if (verdict === 'none') return silent()
        return { kind: verdict === 'allow' ? 'allowed' : 'refused', reason: undefined }
      }
      return scheduler.call(process, { name: 'ask gate', run, refuse: silent, lose: silent, repeat: run })
    },
    check: async () => ({ reachable: true, detail: '' }),
    close: async () => undefined,
  }
}
