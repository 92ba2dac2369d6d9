import type { Mediagen } from '@mediagen/sdk'
import type { InputFiles } from './file-access.js'
import type { Spending, SpendLimit } from './spend-limit.js'

/** What all tools of a process share, also those of several clients. */
export interface ToolContext {
  readonly client: Mediagen
  readonly spendLimit: SpendLimit
  /** What the tasks of this process have taken of the limit, by their ids. */
  readonly spendings: Map<string, Spending>
  readonly inputFiles: InputFiles
  /** The folder for results, as a real path. */
  readonly outputFolder: string
  /** Whether the folders that a client offers as roots may be read. */
  readonly trustsRoots: boolean
  /** Work that must end before the process does, such as a cancellation. */
  readonly pending: Set<Promise<unknown>>
}

/** What every call of a tool is given by the protocol, as far as it is used. */
export interface CallExtra {
  /** Aborts when the client cancels the call or the connection ends. */
  readonly signal: AbortSignal
  /** The folders that the client offers, as `file:` addresses. */
  roots(): Promise<readonly string[]>
  /** Tells the client how far the call is; nothing if it has not asked for it. */
  progress(message: string): void
}
