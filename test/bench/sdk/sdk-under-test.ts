import type { Wire } from './stand-in.ts'

/** What the benchmarks do with an SDK. Each method is what its users call, with the defaults of the SDK. */
export interface SdkClient {
  /** Sends one generation; with a key of the caller's where the SDK has a setting for it. */
  submit(prompt: string, idempotencyKey?: string): Promise<unknown>
  /** Sends one and waits for its result; absent where the SDK does not wait. */
  generate?(prompt: string, signal?: AbortSignal): Promise<unknown>
  /** The same as the SDK does without settings, where `generate` makes one. */
  generateByDefault?(prompt: string): Promise<unknown>
  /** Sends one and waits so long at most; absent where no wait has a time limit. */
  waitAtMost?(prompt: string, ms: number): Promise<unknown>
  /** Waits for a task that another process has ordered; absent where the SDK does not. */
  waitById?(id: string): Promise<unknown>
  /** Sends one and resolves to the id of the request, as the SDK shows it; absent where it does not. */
  requestIdOf?(prompt: string): Promise<unknown>
  /** Uploads an image, of whatever kind; absent where the SDK uploads none. */
  upload?(picture: unknown): Promise<unknown>
  /** Downloads a file of `downloadBytes` into memory; absent where the SDK downloads none. */
  download?(): Promise<{ readonly byteLength: number }>
  /** Downloads the same to a file at this path; absent where the SDK does not write files. */
  save?(path: string): Promise<unknown>
}

/** The size of the file that stand-ins serve. */
export const downloadBytes = 200 * 1024 * 1024

export interface SdkUnderTest {
  readonly name: string
  readonly packageName: string
  /** A program that imports the SDK and constructs its client. */
  readonly construct: string
  /** A program that imports an error class alone; absent where it needs the client, too. */
  readonly importError?: string
  /** Whether an order may be given a key, by the types of the SDK. */
  readonly takesIdempotencyKey: boolean
  /** Those that the stand-in shows as the service does. */
  readonly unsuccessfulEnds: readonly ('failed' | 'cancelled')[]
  /** The service that the SDK is made for. */
  readonly wire: Wire
  /** A client of the stand-in at this address. */
  open(url: string): Promise<SdkClient>
}

/** The part of the global fetch that benchmarks wrap. */
export type AnyFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>
