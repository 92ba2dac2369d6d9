import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

const failuresMax = 10
const windowMs = 60_000
/** About 2 MB; beyond it the addresses that failed longest ago are dropped. */
const addressesMax = 10_000

/** Limits how often an address may fail to sign in. Counts in this process only. */
export interface FailedSignIns {
  /** Seconds until the address may try again; undefined if it may now. */
  retryAfterSeconds(address: string): number | undefined
  note(address: string): void
}

/**
 * `nowMs` must be monotonic. express-rate-limit would need a store of our own for that and for the bound, and so take the
 * place of `networkOf` alone.
 */
export function createFailedSignIns(nowMs: () => number): FailedSignIns {
  const failures = new LRUCache<string, { count: number; readonly endsAtMs: number }>({ max: addressesMax })
  const find = (address: string) => {
    const found = failures.get(networkOf(address))
    return found !== undefined && found.endsAtMs > nowMs() ? found : undefined
  }
  return {
    retryAfterSeconds(address) {
      const found = find(address)
      if (found === undefined || found.count < failuresMax) return undefined
      return Math.ceil((found.endsAtMs - nowMs()) / 1000)
    },
    note(address) {
      const found = find(address)
      if (found !== undefined) found.count += 1
      else failures.set(networkOf(address), { count: 1, endsAtMs: nowMs() + windowMs })
    },
  }
}

/** An IPv6 host has 2^64 addresses: they count as one. */
function networkOf(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
  const [left, right] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...(plain.includes('::') ? zeros : []), ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
