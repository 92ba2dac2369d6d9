import {
  type Gate,
  type GateSubject,
  type GateVerdict,
  gateStages,
} from '../../../server/src/core/ports/gate.ts'
import type { Judgement } from '../../breakage/service/gate.ts'
import type { Process, Scheduler } from './scheduler.ts'

/** A gate of the operator as one process reaches it. */
export function scheduledGate(scheduler: Scheduler, process: Process, judge: Judgement): Gate {
  const silent = (): GateVerdict => ({ kind: 'failed', reason: 'simulated' })
  return {
    name: 'operator',
    at: gateStages,
    products: undefined,
    onFailure: 'refuse',
    ask(subject) {
      const run = async (): Promise<GateVerdict> => {
        const verdict = judge(questionOf(subject))
        if (verdict === 'none') return silent()
        return { kind: verdict === 'allow' ? 'allowed' : 'refused', reason: undefined }
      }
      return scheduler.call(process, { name: 'ask gate', run, refuse: silent, lose: silent, repeat: run })
    },
    check: async () => ({ reachable: true, detail: '' }),
    close: async () => undefined,
  }
}

function questionOf(subject: GateSubject): Parameters<Judgement>[0] {
  const { stage } = subject
  if (stage === 'upload') return { stage, id: subject.uploadId }
  return { stage, id: subject.job.taskId, prompt: subject.job.prompt }
}
