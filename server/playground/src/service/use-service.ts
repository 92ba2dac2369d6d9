import type { Account, Effect, GalleryExample, Mediagen, Usage } from '@mediagen/sdk'
import { useAccount } from '@mediagen/sdk/react'
import { startTransition, useEffect, useMemo, useReducer, useState } from 'react'
import { explain, type Problem } from './explain.ts'

/** What the page knows of the service that it is connected to. */
export interface Service {
  readonly account: Account | undefined
  /** Undefined until they are read. */
  readonly effects: readonly Effect[] | undefined
  readonly examples: readonly GalleryExample[]
  readonly problem: Problem | undefined
  /** What the account used in this month of UTC; undefined until it is read, and where the key may not read it. */
  readonly month: Usage | undefined
  /** Reads the balance and the month's usage again. */
  refreshMoney(): void
  /** Reads again the balance, and whatever else could not be read. */
  retry(): void
}

/**
 * Reads account, effects and examples of a service; anew for another client. Before there is one, `reader` reads
 * what is public, and nothing is said of what it meets.
 */
export function useService(client: Mediagen | undefined, reader: Mediagen): Service {
  const { account, error, refresh } = useAccount(client)
  const [effects, setEffects] = useState<readonly Effect[]>()
  const [examples, setExamples] = useState<readonly GalleryExample[]>([])
  const [failure, setFailure] = useState<Problem>()
  const [count, readAgain] = useReducer((before: number) => before + 1, 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another count asks for another reading.
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    setFailure(undefined)
    setEffects(undefined)
    const failed = (reason: unknown) => {
      if (!signal.aborted && client !== undefined) setFailure(explain(reason))
    }
    // Dozens of pictures: rendered in slices, between which the page answers.
    reader.effects({ signal }).then((read) => startTransition(() => setEffects(read)), failed)
    reader.examples({ signal }).then((read) => startTransition(() => setExamples(read)), failed)
    return () => stop.abort()
  }, [client, reader, count])

  const problem = useMemo(() => (error === undefined ? failure : explain(error)), [error, failure])
  const [month, refreshMonth] = useMonth(client)
  const refreshMoney = () => {
    refresh()
    refreshMonth()
  }
  const retry = () => {
    refresh()
    if (failure !== undefined) readAgain()
  }
  return { account, effects, examples, problem, month, refreshMoney, retry }
}

function useMonth(client: Mediagen | undefined): [month: Usage | undefined, refresh: () => void] {
  const [reading, setReading] = useState<{ client: Mediagen | undefined; usage?: Usage }>({ client })
  const [count, refresh] = useReducer((before: number) => before + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count asks for another reading.
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    client?.usage({ signal }).then(
      (usage) => !signal.aborted && setReading({ client, usage }),
      () => !signal.aborted && setReading({ client }),
    )
    return () => stop.abort()
  }, [client, count])
  // Never that of the client before.
  return [reading.client === client ? reading.usage : undefined, refresh]
}
