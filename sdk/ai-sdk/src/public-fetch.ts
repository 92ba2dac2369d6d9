import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { validateDownloadUrl } from '@ai-sdk/provider-utils'

/** As long may a server send nothing, before the next of its addresses is tried. */
const idleMsMax = 60_000
const bodilessStatuses: readonly number[] = [204, 205, 304]

/** Public to the AI SDK, although they lead anywhere or nowhere: 6to4, Teredo, and what is discarded. */
const tunnels = [
  ['2002::', 16],
  ['2001::', 32],
  ['100::', 64],
] as const

/**
 * Fetches a URL from a public address, following no redirect: its name is resolved once, all of its addresses are
 * checked, and the connection goes to one of these, so that no later answer about the name counts. The signal ends all
 * of it, the body included. Throws where there are no modules of Node, because nothing says there where a name leads.
 */
export async function fetchPublic(
  input: Parameters<typeof fetch>[0],
  { signal }: RequestInit = {},
): Promise<Response> {
  signal?.throwIfAborted()
  const url = new URL(String(input))
  const addresses = await lookUp(url.hostname.replace(/^\[|\]$/g, ''), signal ?? undefined)
  for (const { address, family } of addresses) {
    validateDownloadUrl(`http://${family === 6 ? `[${address}]` : address}`)
    if (family === 6 && isTunnel(address)) throw new Error(`${url.hostname} has no public address.`)
  }
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

/** A name service that does not answer is not waited for any longer than the signal says. */
function lookUp(host: string, signal: AbortSignal | undefined): Promise<readonly LookupAddress[]> {
  const found = builtin('node:dns').promises.lookup(host, { all: true, order: 'ipv4first' })
  return new Promise((resolve, reject) => {
    found.then(resolve, reject)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function isTunnel(address: string): boolean {
  const { BlockList } = builtin('node:net')
  const list = new BlockList()
  for (const [network, prefix] of tunnels) list.addSubnet(network, prefix, 'ipv6')
  return list.check(address, 'ipv6')
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
function builtin<Id extends 'node:dns' | 'node:http' | 'node:https' | 'node:net' | 'node:stream'>(id: Id) {
  if (typeof process === 'object' && typeof process.getBuiltinModule === 'function')
    return process.getBuiltinModule(id)
  throw new Error('An image is read from a URL on Node only. Give its bytes instead.')
}
