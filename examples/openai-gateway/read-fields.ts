import type { HonoRequest } from 'hono'
import { GatewayError } from './errors.ts'

/** What a caller sent, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** More than OpenAI's APIs have fields: reading a form of very many parts would stop all other requests. */
const partsMax = 100
/** JSON carries no file here, and the longest prompt is far shorter. */
const jsonBytesMax = 1024 * 1024

/** The fields of a JSON body or of a form. */
export async function readFields(req: HonoRequest): Promise<Fields> {
  const type = req.header('content-type') ?? ''
  const bytes = await req.arrayBuffer()
  const isForm = type.startsWith('multipart/form-data')
  const value: unknown = isForm ? await readForm(type, bytes) : readJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GatewayError(400, 'invalid_request', 'The body is neither a JSON object nor a form.')
  return { ...value }
}

function readJson(bytes: ArrayBuffer): unknown {
  if (bytes.byteLength > jsonBytesMax)
    throw new GatewayError(413, 'request_too_large', 'The JSON body is larger than 1 MB.')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

async function readForm(type: string, bytes: ArrayBuffer): Promise<Fields | undefined> {
  const [, quoted, plain] = /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  if (hasMore(Buffer.from(bytes), `--${boundary}`, partsMax + 1))
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
