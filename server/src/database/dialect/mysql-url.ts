import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'mysql2/promise'

/** Where a MySQL is and how it is spoken to, as mysql2 takes it. */
export type MysqlAddress = Pick<
  ConnectionOptions,
  'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
> & {
  /** Connections of one process's pool at most; undefined leaves it to the caller. */
  readonly connectionLimit?: number
}

const portDefault = 3306
const connectionsMax = 1_000
const tlsParameterNames = ['tls', 'tlsCa', 'tlsCert', 'tlsKey'] as const
const parameterNames = [...tlsParameterNames, 'connections'] as const
type ParameterName = (typeof parameterNames)[number]

/**
 * Reads `mysql://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETERS`. Those about TLS have no form that encrypts without checking
 * whom it encrypts for:
 *
 * - `tls=true`: TLS or nothing. The server's certificate must be signed by an authority that Node trusts and be made out to HOST.
 * - `tls=verify-ca`: the same, whoever the certificate is made out to: for managed databases that are reached by address.
 * - `tlsCa=PATH`: trusts the authorities of that PEM file instead of Node's; implies `tls=true`.
 * - `tlsCert=PATH` and `tlsKey=PATH`: the client's own certificate, where the server asks for one; imply `tls=true`.
 * - `connections=N`: connections that one pool keeps at most, 1 to 1,000. An API process has one pool and a worker process two.
 *
 * Throws a TypeError that says what is wrong and never holds the password; the files are read here and now.
 */
export function readMysqlUrl(text: string): MysqlAddress {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'mysql:' || url.hostname === '')
    throw new TypeError('must have the form mysql://USER:PASSWORD@HOST:PORT/DATABASE')
  // Brackets belong to the URL, not to the IPv6 address in it.
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
    if (known === undefined)
      throw new TypeError(`has a parameter ${name}; known are ${parameterNames.join(', ')}`)
    parameters.set(known, value)
  }
  return parameters
}

function readTls(parameters: ReadonlyMap<ParameterName, string>, host: string): MysqlAddress['ssl'] {
  if (!tlsParameterNames.some((name) => parameters.has(name))) return undefined
  const mode = parameters.get('tls') ?? 'true'
  if (mode !== 'true' && mode !== 'verify-ca') throw new TypeError('takes tls=true or tls=verify-ca')
  // For an address mysql2 would take a certificate that is made out to `localhost`.
  if (mode === 'true' && isIP(host) !== 0)
    throw new TypeError('must name the host for tls=true to check, not its address; else take tls=verify-ca')
  if (parameters.has('tlsCert') !== parameters.has('tlsKey'))
    throw new TypeError('takes tlsCert and tlsKey together or not at all')
  const files = {
    ca: readPem(parameters.get('tlsCa')),
    cert: readPem(parameters.get('tlsCert')),
    key: readPem(parameters.get('tlsKey')),
  }
  return {
    // mysql2 looks at the name only when told to.
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
