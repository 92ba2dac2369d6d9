import type { ProductName } from '../../../server/src/core/domain/products.ts'

/** A vendor's documented API, as far as a preset relies on it. */
export interface PresetWire {
  readonly preset: string
  /** The path of the vendor's base URL. */
  readonly base: string
  readonly models: Partial<Record<ProductName, string>>
  readonly keyHeader: readonly [name: string, value: string]
  /** Each product: where it is submitted, and the whole body. */
  readonly submissions: Partial<Record<ProductName, { readonly path: string; readonly body: unknown }>>
  readonly headers?: Readonly<Record<string, string>>
  /** `{base}` stands for the counterpart's address. */
  readonly accepted: unknown
  readonly pollPath: string
  readonly pending: readonly (readonly [body: unknown, stage: 'queued' | 'running'])[]
  readonly done: unknown
  /** A further call for the result. */
  readonly lookup?: { readonly path: string; readonly body: unknown }
  /** Where the bytes are; the key is sent if that is the engine's own origin. */
  readonly resultPath: string
  readonly failed: unknown
  readonly moderated: unknown
  readonly lost?: unknown
  /** A response to a submission that means: no job, because of the input. */
  readonly rejected: { readonly status: number; readonly body: unknown }
  readonly cancel?: { readonly method: string; readonly path: string }
}

/** The prompts of the tests' jobs, and how their image is sent. */
export const prompt = 'a lighthouse at dawn'
export const videoPrompt = 'Bring it to life. The camera moves in slowly. a lighthouse at dawn'
export const paintPrompt = 'Repaint it in oil. a lighthouse at dawn'
export const seed = 1_234_567
export const base64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWMwTpsJRww4OQATIg5ZjfXbrwAAAABJRU5ErkJggg=='
export const dataUrl = `data:image/png;base64,${base64}`
export const link = 'https://store.example/inputs/1?signature=x'
export const bearer = ['authorization', 'Bearer secret-key'] as const
