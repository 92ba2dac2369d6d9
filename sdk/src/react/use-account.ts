import { useEffect, useReducer, useState } from 'react'
import type { Mediagen } from '../mediagen.js'
import type { Account } from '../types/index.js'

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
interface Reading extends Pick<UseAccount, 'account' | 'error'> {
  readonly client: Mediagen | undefined
}

/**
 * Reads the account of the client, with its available balance. Behind the SDK's proxy it is the account of the
 * page's owner, which visitors may see only if `operations` lists `getAccount`.
 * @example
 * const { account, refresh } = useAccount(client)
 */
export function useAccount(client: Mediagen | undefined): UseAccount {
  const [reading, setReading] = useState<Reading>({ client, account: undefined, error: undefined })
  const [count, refresh] = useReducer((before: number) => before + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count asks for another reading.
  useEffect(() => {
    const { signal, abort } = stopper()
    client?.account({ signal }).then(
      (account) => {
        if (!signal.aborted) setReading({ client, account, error: undefined })
      },
      (error: Error) => {
        if (!signal.aborted)
          setReading((before) => ({
            client,
            account: before.client === client ? before.account : undefined,
            error,
          }))
      },
    )
    return abort
  }, [client, count])
  // Never the balance of the client before.
  const isCurrent = reading.client === client
  return {
    account: isCurrent ? reading.account : undefined,
    error: isCurrent ? reading.error : undefined,
    refresh,
  }
}

function stopper(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
