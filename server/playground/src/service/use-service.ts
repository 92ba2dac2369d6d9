import type { Account, Effect, GalleryExample, Mediagen } from '@mediagen/sdk'
import { useCallback, useEffect, useState } from 'react'
import { explain, type Problem } from './explain.ts'

/** What the page knows of the service that it is connected to. */
export interface Service {
  readonly account: Account | undefined
  /** Undefined until they are read. */
  readonly effects: readonly Effect[] | undefined
  readonly examples: readonly GalleryExample[]
  readonly problem: Problem | undefined
  /** Reads the balance again. */
  refreshAccount(): void
}

/** Reads account, effects and examples of a service; anew for another client. */
export function useService(client: Mediagen | undefined): Service {
  const [account, setAccount] = useState<Account>()
  const [effects, setEffects] = useState<readonly Effect[]>()
  const [examples, setExamples] = useState<readonly GalleryExample[]>([])
  const [problem, setProblem] = useState<Problem>()

  const readAccount = useCallback(
    (signal?: AbortSignal) => {
      client?.account({ signal }).then(
        (one) => {
          if (!signal?.aborted) setAccount(one)
        },
        (error: unknown) => {
          if (!signal?.aborted) setProblem(explain(error))
        },
      )
    },
    [client],
  )
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    setAccount(undefined)
    setProblem(undefined)
    setEffects(undefined)
    readAccount(signal)
    const failed = (error: unknown) => {
      if (!signal.aborted) setProblem(explain(error))
    }
    client?.effects({ signal }).then(setEffects, failed)
    client?.examples({ signal }).then(setExamples, failed)
    return () => stop.abort()
  }, [client, readAccount])

  const refreshAccount = useCallback(() => readAccount(), [readAccount])
  return { account, effects, examples, problem, refreshAccount }
}
