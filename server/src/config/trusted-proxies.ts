import { isIP } from 'node:net'

/** TRUST_PROXY in Express's form: a number of proxies, or addresses and networks. */
export function trustedProxies(text: string): number | string[] {
  return /^\d$/.test(text) ? Number(text) : text.split(',').map((proxy) => proxy.trim())
}

/** `true`, as Express has it, would believe what any client says of its address. */
export function checkProxy(proxy: string): void {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(proxy)) return
  const [address = '', bits, ...others] = proxy.split('/')
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
  if (bitsMax < 0 || !isNetwork || others.length > 0)
    throw new Error(
      'must be the number of proxies, up to 9, or list their addresses or networks, such as 10.0.0.0/8',
    )
}
