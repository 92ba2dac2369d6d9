import { expect } from 'vitest'
import type { GenerationJob } from '../../../server/src/core/ports/generation-job.ts'
import type { StartResponse } from '../../../server/src/core/ports/provider.ts'
import type { EngineKind } from '../../../server/src/engines/shared/engine-kind.ts'
import { type CounterpartResponse, startCounterpart } from './counterpart.ts'
import { type EngineEntry, engineOf, patient } from './engine.ts'

/** The outcome of a start with that response; sent once, whatever the response. */
export async function startAgainst<Options>(
  kind: EngineKind<Options>,
  entry: Omit<EngineEntry, 'url'>,
  job: GenerationJob,
  response: CounterpartResponse,
): Promise<StartResponse> {
  const counterpart = await startCounterpart(() => response)
  const outcome = await engineOf(kind, { ...entry, url: counterpart.url }).start(job, patient)
  expect(counterpart.requests).toHaveLength(1)
  return outcome
}
