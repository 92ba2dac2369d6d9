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

export interface WireResponse {
  readonly status?: number
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly contentType?: string
}

export interface WireRoute {
  readonly method: string
  readonly path: RegExp
  /** The part in which faults may occur; routes without one always work. */
  readonly on?: Moment
  respond(call: WireCall, works: Works): WireResponse | Promise<WireResponse>
}

/** The API of one engine, written only from its documents. */
export interface Wire {
  readonly routes: readonly WireRoute[]
  /**
   * The response to a request without a valid key; undefined admits it. @default every request is admitted
   */
  reject?(call: Pick<WireCall, 'headers' | 'url'>): WireResponse | undefined
}

/** A JSON object of unknown shape. */
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

/** The seed, if one was sent; for spreading into an order. */
export function seedIn(value: unknown): { seed?: number } {
  return typeof value === 'number' && value >= 0 ? { seed: value } : {}
}

/** Width and height of `1024x576`, `1024*576` or `[1024, 576]`. */
export function sizeIn(text: unknown, fallbackPx: number): { widthPx: number; heightPx: number } {
  const [widthPx = fallbackPx, heightPx = fallbackPx] = (textOf(text).match(/\d+/g) ?? []).map(Number)
  return { widthPx, heightPx }
}

/** The size of a shape such as 16:9 with the given shorter side, even on both sides. */
export function sizeOfShape(ratio: unknown, shortPx: number): { widthPx: number; heightPx: number } {
  const [width = 1, height = 1] = textOf(ratio).split(':').map(Number)
  const unit = shortPx / Math.min(width, height)
  const even = (side: number): number => 2 * Math.round((side * unit) / 2)
  return { widthPx: even(width), heightPx: even(height) }
}

/** The bytes of a data URL or of plain base64. */
export function base64In(value: unknown): Uint8Array {
  return Buffer.from(textOf(value).replace(/^data:[^,]*,/, ''), 'base64')
}

/** Whether bytes begin like an image. */
export function isImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return head === '89504e47' || head.startsWith('ffd8ff') || head === '52494646'
}
