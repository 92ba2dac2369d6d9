import { createContext, useContext } from 'react'

export interface IssuedKey {
  readonly accountId: string
  readonly keyId: string
  readonly apiKey: string
}

/** What the page offers to each of its views. */
export interface Shell {
  /** Says what has been done, including to screen readers. */
  readonly announce: (text: string) => void
  /** Shows a new key until somebody has stored it. */
  readonly showKey: (key: IssuedKey) => Promise<void>
  /** Whether a dialog is open: what it is about must not change behind it. */
  readonly isAsking: boolean
  readonly setAsking: (isAsking: boolean) => void
  /** The zone of the times that are shown, and a way to the other one. */
  readonly zone: string
  readonly changeZone: () => void
}

export const ShellContext = createContext<Shell | undefined>(undefined)

export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (shell === undefined) throw new Error('a view must be inside of the page')
  return shell
}
