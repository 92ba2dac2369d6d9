import { useRef } from 'react'
import type { Reach } from '../service/reach.ts'
import type { Service } from '../service/use-service.ts'
import type { Jobs } from '../tasks/use-jobs.ts'
import { isOutage } from './next-step.ts'
import { type Outage, useConnectivity } from './use-connectivity.ts'

/** What keeps the page from its service, and how everything that came to nothing for it is asked for again. */
export function useOutage(
  reach: Reach | undefined,
  service: Service,
  jobs: Jobs,
): { readonly outage: Outage | undefined; readonly retry: () => void } {
  const asked = useRef(new Set<string>())
  const retry = () => {
    service.retry()
    if (jobs.history.problem !== undefined) jobs.history.refresh()
    for (const { key, state, retry: follow } of jobs.list) {
      // An order that may have arrived is asked for again with its own key, which cannot order it twice; once by itself.
      const isAsked = state.kind === 'refused' && state.canAsk && !asked.current.has(key)
      if (isAsked) asked.current.add(key)
      if (isAsked || (state.kind === 'accepted' && isOutage(state.problem?.code))) follow?.()
    }
  }
  return { outage: useConnectivity(reach, retry), retry }
}
