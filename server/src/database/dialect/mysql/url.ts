import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'mysql2/promise'

/** Address and connection options of a MySQL server, as mysql2 takes them. */
export type MysqlAddress = Pick<
  ConnectionOptions,
  'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
> & {
  /** Maximum connections of a pool; undefined leaves it to the caller. */
  readonly connectionLimit?: number
}

const portDefault = 3306
const connectionsMax = 1_000
const tlsParameterNames = ['tls', 'tlsCa', 'tlsCert', 'tlsKey'] as const
const parameterNames = [...tlsParameterNames, 'connections'] as const
type ParameterName = (typeof parameterNames)[number]

/**
 * Reads `mysql://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETERS`. No combination of the TLS parameters encrypts
 * without verifying the server:
 *
 * - `tls=true`: TLS only. The server's certificate must be signed by an authority that Node trusts and be
 *   issued to HOST.
 * - `tls=verify-ca`: the same without checking the host name, for managed databases that are reached by IP
 *   address.
 * - `tlsCa=PATH`: trusts the authorities of that PEM file instead of Node's; implies `tls=true`.
 * - `tlsCert=PATH` and `tlsKey=PATH`: the client certificate, if the server asks for one; imply `tls=true`.
 * - `connections=N`: maximum connections of one pool, 1 to 1,000. An API process has one pool, a worker
 *   process two.
 *
 * `connectionLimit`, `ssl` and `sslmode` mean the same where they verify the server.
 *
 * Throws a TypeError that says what is wrong and never contains the password; the files are read immediately.
 */
export function readMysqlUrl(text: string): MysqlAddress {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'mysql:' || url.hostname === '')
    throw new TypeError('must have the form mysql://USER:PASSWORD@HOST:PORT/DATABASE')
  // The URL syntax requires brackets around an IPv6 address; they are not part of it.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const parameters = readParameters(url)
  const ssl = readTls(parameters, host)
  const connectionLimit = readConnections(parameters.get('connections'))
  return {
    host,
    port: url.port === '' ? portDefault : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(url.pathname.length > 1 && { database: decodeURIComponent(url.pathname.slice(1)) }),
    ...(ssl !== undefined && { ssl }),
    ...(connectionLimit !== undefined && { connectionLimit }),
  }
}

function readConnections(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > connectionsMax)
    throw new TypeError(`takes connections from 1 to ${connectionsMax}`)
  return count
}

function readParameters(url: URL): Map<ParameterName, string> {
  const parameters = new Map<ParameterName, string>()
  for (const [name, value] of url.searchParams) {
    const known = parameterNames.find((candidate) => candidate === name)
    const [own, meaning] = known === undefined ? inOurWords(name, value) : [known, value]
    parameters.set(own, meaning)
  }
  return parameters
}

/** The parameters of mysql2, and of the addresses that hosts of MySQL give their customers. */
function inOurWords(name: string, value: string): [ParameterName, string] {
  if (name === 'connectionLimit') return ['connections', value]
  if (name === 'ssl' && /^(true|\{"rejectUnauthorized": ?true\})$/.test(value)) return ['tls', 'true']
  if (/^ssl-?mode$/i.test(name) && /^verify[-_](full|identity)$/i.test(value)) return ['tls', 'true']
  if (/^ssl-?mode$/i.test(name) && /^verify[-_]ca$/i.test(value)) return ['tls', 'verify-ca']
  if (/^ssl/i.test(name))
    throw new TypeError(
      `has ${name} with a value that would not verify the server: take tls=true or tls=verify-ca`,
    )
  throw new TypeError(`has a parameter ${name}; known are ${parameterNames.join(', ')}`)
}

function readTls(parameters: ReadonlyMap<ParameterName, string>, host: string): MysqlAddress['ssl'] {
  if (!tlsParameterNames.some((name) => parameters.has(name))) return undefined
  const mode = parameters.get('tls') ?? 'true'
  if (mode !== 'true' && mode !== 'verify-ca') throw new TypeError('takes tls=true or tls=verify-ca')
  // For an IP address mysql2 would accept a certificate issued to `localhost`.
  if (mode === 'true' && isIP(host) !== 0)
    throw new TypeError(
      'must contain a host name, not an address, for tls=true to verify; otherwise use tls=verify-ca',
    )
  if (parameters.has('tlsCert') !== parameters.has('tlsKey'))
    throw new TypeError('takes tlsCert and tlsKey together or not at all')
  const files = {
    ca: readPem(parameters.get('tlsCa')),
    cert: readPem(parameters.get('tlsCert')),
    key: readPem(parameters.get('tlsKey')),
  }
  return {
    // mysql2 checks the host name only if asked to.
    verifyIdentity: mode === 'true',
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(files.ca !== undefined && { ca: files.ca }),
    ...(files.cert !== undefined && { cert: files.cert }),
    ...(files.key !== undefined && { key: files.key }),
  }
}

function readPem(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new TypeError(`names a file that cannot be read: ${path}`, { cause })
  }
}
