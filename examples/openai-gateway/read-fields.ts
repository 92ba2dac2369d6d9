import type { HonoRequest } from 'hono'
import { GatewayError } from './errors.ts'

/** What a caller sent, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** More than OpenAI's APIs have fields: reading a form of very many parts would stop all other requests. */
const partsMax = 100
/** No field of OpenAI's requests is nested deeper; thousands of levels overflow what works on them. */
const levelsMax = 32

export function isForm(req: HonoRequest): boolean {
  return typeOf(req).startsWith('multipart/form-data')
}

/** The fields of a JSON body or of a form. */
export async function fieldsOf(req: HonoRequest, bytes: Uint8Array<ArrayBuffer>): Promise<Fields> {
  const value: unknown = isForm(req) ? await readForm(typeOf(req), bytes) : readJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GatewayError(400, 'invalid_request', 'The body is neither a JSON object nor a form.')
  return { ...value }
}

function typeOf(req: HonoRequest): string {
  return req.header('content-type') ?? ''
}

function readJson(bytes: Uint8Array): unknown {
  const value = parse(new TextDecoder().decode(bytes))
  if (hasLevels(value, levelsMax + 1))
    throw new GatewayError(400, 'invalid_request', `The body is nested deeper than ${levelsMax} levels.`)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 1 || Object.values(value).some((child) => hasLevels(child, levels - 1))
}

async function readForm(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<Fields | undefined> {
  const [, quoted, plain] = /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  if (hasMore(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), `--${boundary}`, partsMax + 1))
    throw new GatewayError(400, 'too_many_parts', `A form has ${partsMax} parts at most.`)
  // With the boundary that was counted, whatever else the header says.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes, { headers }).formData().catch(() => undefined)
  if (form === undefined) return undefined
  const names = new Set(form.keys())
  return Object.fromEntries([...names].map((name) => [name, oneOrAll(form.getAll(name))]))
}

function oneOrAll(values: readonly FormDataEntryValue[]): unknown {
  return values.length === 1 ? values[0] : values
}

function hasMore(bytes: Buffer, text: string, countMax: number): boolean {
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) {
    count += 1
    if (count > countMax) return true
  }
  return false
}
