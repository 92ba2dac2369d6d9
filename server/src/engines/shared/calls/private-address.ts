import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const privateNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const

/** Prefixes of IPv6 in front of an IPv4 address: 6to4, NAT64, translated and compatible addresses. */
const embeddings = [
  ['2002:', '::', 16],
  ['64:ff9b::', '', 96],
  ['::ffff:0:', '', 96],
  ['::', '', 96],
] as const

const privateAddresses = new BlockList()
for (const [network, prefix] of privateNetworks) {
  privateAddresses.addSubnet(network, prefix, 'ipv4')
  for (const [before, after, bits] of embeddings)
    privateAddresses.addSubnet(`${before}${groupsOf(network)}${after}`, bits + prefix, 'ipv6')
}
for (const [network, prefix] of [
  // Translation within one network, whatever IPv4 address it leads to.
  ['64:ff9b:1::', 48],
  // Discards.
  ['100::', 64],
  // Teredo, whose servers lead anywhere.
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6')

/** The two groups that an IPv4 address forms within IPv6. */
function groupsOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** Whether an IP address is not public. IPv4 addresses embedded in IPv6 are treated as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  const version = isIP(plain)
  if (version === 0) return false
  return privateAddresses.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a host's name alone shows that it is private: an address, a name without a dot, a local domain. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
    .replace(/\.+$/, '')
  if (isIP(host) !== 0) return isPrivateAddress(host)
  return !host.includes('.') || /\.(local|internal|localhost|lan|home\.arpa|svc|cluster\.local)$/.test(host)
}

/** The code of the error with which `publicLookup` refuses a name. */
export const privateAddressCode = 'ERR_PRIVATE_ADDRESS'

/**
 * Resolves a name and refuses it if any of its addresses is private. Used by the connection itself, so that a
 * name cannot resolve differently between the check and the connection.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined)
      return done(error ?? new Error(`${hostname} has no address.`), [])
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      const refusal: NodeJS.ErrnoException = new Error(`${hostname} is a private address.`)
      refusal.code = privateAddressCode
      return done(refusal, [])
    }
    return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
  })
}
