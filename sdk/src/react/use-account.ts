import { useEffect, useReducer, useState } from 'react'
import type { Mediagen } from '../mediagen.js'
import type { Account } from '../types/index.js'
import { errorOf } from './errors.js'

/** What `useAccount` returns. */
export interface UseAccount {
  /** The account as last read; undefined until then. */
  readonly account: Account | undefined
  /** Why it could not be read last. */
  readonly error: Error | undefined
  /** Reads it again, such as after a generation. */
  readonly refresh: () => void
}

/** What was read, and whose it is. */
interface Reading {
  readonly client: Mediagen | undefined
  readonly account?: Account
  readonly error?: Error | undefined
}

/**
 * Reads the account of the client, with its available balance. Behind the SDK's proxy it is the account of the
 * page's owner, which visitors may see only if `operations` lists `getAccount`.
 * @example
 * const { account, refresh } = useAccount(client)
 */
export function useAccount(client: Mediagen | undefined): UseAccount {
  const [reading, setReading] = useState<Reading>({ client })
  const [count, refresh] = useReducer((before: number) => before + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count asks for another reading.
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const show = (changes: Partial<Reading>) => {
      if (!signal.aborted)
        setReading((before) => ({ ...(before.client === client && before), ...changes, client }))
    }
    client?.account({ signal }).then(
      (account) => show({ account, error: undefined }),
      (error: unknown) => show({ error: errorOf(error) }),
    )
    return () => stop.abort()
  }, [client, count])
  // Never the balance of the client before.
  const { account, error } = reading.client === client ? reading : { account: undefined, error: undefined }
  return { account, error, refresh }
}
