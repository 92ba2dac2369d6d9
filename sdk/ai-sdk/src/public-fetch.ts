import type { IncomingMessage } from 'node:http'
import { validateDownloadUrl } from '@ai-sdk/provider-utils'

/** As long may a server send nothing. */
const idleMsMax = 60_000
const bodilessStatuses: readonly number[] = [204, 205, 304]

/**
 * Fetches a URL from a public address, following no redirect: its name is resolved once, all of its addresses are
 * checked, and the connection goes to one of these, so that no later answer about the name counts. Throws where there
 * are no modules of Node, because nothing says there where a name leads.
 */
export async function fetchPublic(
  input: Parameters<typeof fetch>[0],
  { signal }: RequestInit = {},
): Promise<Response> {
  const url = new URL(String(input))
  const { lookup } = builtin('node:dns').promises
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true, order: 'ipv4first' })
  for (const { address, family } of addresses)
    validateDownloadUrl(`http://${family === 6 ? `[${address}]` : address}`)
  let failure: unknown = new Error(`${url.hostname} has no address.`)
  for (const { address } of addresses) {
    try {
      return responseOf(await get(url, address, signal ?? undefined))
    } catch (error) {
      signal?.throwIfAborted()
      failure = error
    }
  }
  throw failure
}

/**
 * From the server at this address. For `https:` its certificate has to be that of the URL's host, which the header
 * names.
 */
function get(url: URL, address: string, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  const { request } = builtin(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      host: address,
      hostname: address,
      headers: { host: url.host, accept: '*/*', 'accept-encoding': 'identity' },
      agent: false,
      timeout: idleMsMax,
      ...(signal && { signal }),
    })
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.once('timeout', () => sent.destroy(new Error(`${url.hostname} sent nothing for a minute.`)))
    sent.end()
  })
}

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = message
  const single = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const body = builtin('node:stream').Readable.toWeb(message) as ReadableStream<Uint8Array>
  return new Response(bodilessStatuses.includes(status) ? null : body, { status, headers: single })
}

/** A module of Node, resolved at run time instead of imported, so that bundlers for browsers do not fail on it. */
function builtin<Id extends 'node:dns' | 'node:http' | 'node:https' | 'node:stream'>(id: Id) {
  if (typeof process === 'object' && typeof process.getBuiltinModule === 'function')
    return process.getBuiltinModule(id)
  throw new Error('An image is read from a URL on Node only. Give its bytes instead.')
}
