import type { IncomingHttpHeaders } from 'node:http'
import type { Moment } from './faults.ts'
import type { Works } from './works.ts'

/** One request, read to its end. */
export interface WireCall {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** What the path's groups matched. */
  readonly groups: Readonly<Record<string, string>>
  /** The body as JSON; an empty object where it is none. */
  readonly json: Fields
  /** The parts of a multipart form. */
  form(): Promise<FormData>
  /** An address of this engine, as a caller reaches it. */
  address(path: string): string
}

export interface WireAnswer {
  readonly status?: number
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly contentType?: string
}

export interface WireRoute {
  readonly method: string
  readonly path: RegExp
  /** Where faults strike; routes without one always work. */
  readonly on?: Moment
  answer(call: WireCall, works: Works): WireAnswer | Promise<WireAnswer>
}

/** How one engine is spoken to, written from its documents alone. */
export interface Wire {
  readonly routes: readonly WireRoute[]
  /**
   * What this engine answers a request without a good key; undefined lets it in. @default every request is
   * let in
   */
  refuse?(call: Pick<WireCall, 'headers' | 'url'>): WireAnswer | undefined
}

/** An object of JSON of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback
}

/** The seed where one was sent; for spreading into an order. */
export function seedIn(value: unknown): { seed?: number } {
  return typeof value === 'number' && value >= 0 ? { seed: value } : {}
}

/** Width and height of `1024x576`, `1024*576` or `[1024, 576]`. */
export function sizeIn(text: unknown, fallbackPx: number): { widthPx: number; heightPx: number } {
  const [widthPx = fallbackPx, heightPx = fallbackPx] = (textOf(text).match(/\d+/g) ?? []).map(Number)
  return { widthPx, heightPx }
}

/** The size of a shape such as 16:9 with so many pixels on its shorter side, even on both. */
export function sizeOfShape(ratio: unknown, shortPx: number): { widthPx: number; heightPx: number } {
  const [width = 1, height = 1] = textOf(ratio).split(':').map(Number)
  const unit = shortPx / Math.min(width, height)
  const even = (side: number): number => 2 * Math.round((side * unit) / 2)
  return { widthPx: even(width), heightPx: even(height) }
}

/** The bytes of a data URL or of bare base64. */
export function base64In(value: unknown): Uint8Array {
  return Buffer.from(textOf(value).replace(/^data:[^,]*,/, ''), 'base64')
}

/** Whether bytes are an image by their first ones. */
export function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return head === '89504e47' || head.startsWith('ffd8ff') || head === '52494646'
}
