import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const privateAddresses = new BlockList()
for (const [network, prefix] of [
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
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is not public. IPv4 addresses embedded in IPv6 are treated as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  return privateAddresses.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a host's name alone shows that it is private: an address, a name without a dot, a local domain. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
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
