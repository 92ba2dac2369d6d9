import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/** What an operator does to a key takes effect everywhere within this time, by docs/operator-page.md. */
const effectMsMax = 5_000

/** What the database's clock counts in. */
const clockMs = 1

/** What happens to a key: surely by one time, and not before another one. */
interface Change {
  readonly kind: 'revocation' | 'expiry' | 'restriction'
  readonly start: number
  readonly end: number
  readonly notBeforeMs: number
  readonly surelyAtMs: number
}

/**
 * A key works, for its own account, from when its operator has it until it is revoked or expires, and then no more; one
 * that is for reading changes nothing.
 */
export function findKeyErrors(operations: readonly Operation[]): string[] {
  const keys = changesOf(operations)
  return allOf(operations, 'use').flatMap(({ type, asked, found, start, end }) => {
    const changes = keys.get(asked.key)
    if (type !== 'ok' || found === undefined || changes === undefined) return []
    const isSure = (isOf: (change: Change) => boolean) =>
      changes.some((change) => isOf(change) && change.surelyAtMs <= asked.sentAtMs)
    const isPossible = (isOf: (change: Change) => boolean) =>
      changes.some((change) => isOf(change) && change.start < end && change.notBeforeMs <= found.answeredAtMs)
    const isChange = asked.does === 'change'
    const allowed = [
      ...(isPossible(endsKey) ? [401] : []),
      ...(!isSure(endsKey) && isChange && isPossible(restrictsKey) ? [403] : []),
      ...(!isSure(endsKey) && !(isChange && isSure(restrictsKey)) ? [isChange ? 404 : 200] : []),
    ]
    const { account, key, does } = asked
    const isOwn = (found.account ?? account) === account && (found.keyId ?? key) === key
    if (!isOwn)
      return [`key ${key}: taken for ${found.keyId} of account ${found.account}: operation ${start}`]
    if (allowed.includes(found.status)) return []
    return [`key ${key}: ${does} got ${found.status} instead of ${allowed.join(' or ')}: operation ${start}`]
  })
}

const restrictsKey = ({ kind }: Change): boolean => kind === 'restriction'
const endsKey = (change: Change): boolean => !restrictsKey(change)

/** What happened to each key that somebody has. */
function changesOf(operations: readonly Operation[]): ReadonlyMap<string, readonly Change[]> {
  const keys = new Map<string, Change[]>()
  for (const { asked, found } of allOf(operations, 'issue')) {
    if (found === undefined) continue
    const { expiresAtMs, isReadOnly } = asked
    keys.set(found.key, [
      ...(expiresAtMs === undefined ? [] : [fromTheStart('expiry', expiresAtMs)]),
      ...(isReadOnly ? [fromTheStart('restriction', 0)] : []),
    ])
  }
  const revocations = allOf(operations, 'revoke').map((change) => ({
    ...change,
    kind: 'revocation' as const,
  }))
  const restrictions = allOf(operations, 'restrict').map((change) => ({
    ...change,
    kind: 'restriction' as const,
  }))
  const rotations = allOf(operations, 'rotate').map((change) => ({ ...change, kind: 'expiry' as const }))
  const changes = [...revocations, ...restrictions, ...rotations].sort((a, b) => a.start - b.start)
  for (const change of changes) {
    const known = keys.get(change.asked.key)
    if (known === undefined) continue
    const { kind, start, end } = change
    if (change.kind === 'expiry' && change.found !== undefined) {
      const kept = known.filter((earlier) => earlier.kind !== 'revocation')
      keys.set(
        change.found.newKey,
        kept.map((earlier) => inherited(earlier, start)),
      )
    }
    const notBeforeMs = (change.kind === 'expiry' ? change.found?.expiresAtMs : undefined) ?? 0
    const answeredAtMs = change.found?.answeredAtMs ?? Number.POSITIVE_INFINITY
    known.push({
      kind,
      start,
      end,
      notBeforeMs,
      surelyAtMs: Math.max(notBeforeMs, answeredAtMs + effectMsMax),
    })
  }
  return keys
}

/** A key's property as one has it that is made of it at this line: from its start, if it was there by then. */
function inherited(change: Change, start: number): Change {
  return { ...change, surelyAtMs: change.end < start ? change.notBeforeMs : Number.POSITIVE_INFINITY }
}

function fromTheStart(kind: Change['kind'], atMs: number): Change {
  return { kind, start: -1, end: -1, notBeforeMs: atMs, surelyAtMs: atMs + clockMs }
}
