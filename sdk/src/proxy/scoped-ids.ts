import { isRecord, type UnknownRecord } from '../types/record.js'

/** The ids of tasks and uploads as one caller sees them. */
export interface ScopedIds {
  /** The caller's id for an id of the service. */
  seal(id: string): Promise<string>
  /** The service's id; undefined for an id that this caller did not get from a proxy with the same secret. */
  open(sealed: string): Promise<string | undefined>
  /** The idempotency key of this caller, unique within the account's keys. */
  scopeKey(key: string): Promise<string>
}

/** 128 of 256 bits, so that an id with its signature has at most the 64 characters of the contract. */
const signatureCharacters = 22
const keyCharactersMax = 128

/**
 * Binds ids to a caller by a signature (`ID.SIGNATURE`), so that no state is needed: any process with the
 * same secret can open them.
 */
export function createScopedIds(secret: string, callerId: string): ScopedIds {
  const seal = async (id: string) => `${id}.${await sign(secret, ['id', callerId, id])}`
  return {
    seal,
    async open(sealed) {
      const id = sealed.slice(0, Math.max(0, sealed.lastIndexOf('.')))
      return id !== '' && isEqual(sealed, await seal(id)) ? id : undefined
    },
    async scopeKey(key) {
      // The service rejects it.
      if (key === '' || key.length > keyCharactersMax) return key
      // Keys of two callers always differ, whatever the callers choose.
      return sign(secret, ['key', callerId, key], Number.POSITIVE_INFINITY)
    },
  }
}

/** A task or an upload as the caller sees it: its id, and that of the upload that it was ordered with. */
export async function sealBody(body: unknown, ids: ScopedIds): Promise<unknown> {
  if (!isRecord(body) || typeof body.id !== 'string') return body
  return { ...(await sealRequest(body, ids)), id: await ids.seal(body.id) }
}

/** The same of a task whose own id is sealed already. */
export async function sealRequest(
  { request, ...task }: UnknownRecord,
  ids: Pick<ScopedIds, 'seal'>,
): Promise<UnknownRecord> {
  if (!isRecord(request) || typeof request.assetId !== 'string')
    return request === undefined ? task : { ...task, request }
  return { ...task, request: { ...request, assetId: await ids.seal(request.assetId) } }
}

async function sign(
  secret: string,
  parts: readonly string[],
  characters = signatureCharacters,
): Promise<string> {
  const { subtle } = crypto
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', encoder.encode(`mediagen proxy ${secret}`), algorithm, false, [
    'sign',
  ])
  const signature = await subtle.sign('HMAC', key, encoder.encode(JSON.stringify(parts)))
  const text = btoa(String.fromCharCode(...new Uint8Array(signature)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '').slice(0, characters)
}

/** Takes the same time wherever two texts differ. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  }
  return difference === 0
}
