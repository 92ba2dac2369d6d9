import type { Mediagen } from '@mediagen/sdk'
import type { InputFiles } from './file-access.js'
import type { Spending, SpendLimit } from './spend-limit.js'

/** Shared by all tools of a process, including those of several clients. */
export interface ToolContext {
  readonly client: Mediagen
  readonly spendLimit: SpendLimit
  /** The shares of the limit that this process's tasks have taken, by id. */
  readonly spendings: Map<string, Spending>
  readonly inputFiles: InputFiles
  /** The folder for results, as a real path. */
  readonly outputFolder: string
  /** Whether the folders that a client offers as roots may be read. */
  readonly trustsRoots: boolean
  /** Work that must end before the process does, such as a cancellation. */
  readonly pending: Set<Promise<unknown>>
}

/** The parts of the protocol's call context that every tool uses. */
export interface CallExtra {
  /** Aborts when the client cancels the call or the connection ends. */
  readonly signal: AbortSignal
  /** The folders that the client offers, as `file:` addresses. */
  roots(): Promise<readonly string[]>
  /** Reports the progress of the call to the client, if it has asked for it. */
  progress(message: string): void
}
