import type { SchemeForm } from '../edge/credentials.ts'
import type { EdgeFacts } from '../facts.ts'

/** The `WWW-Authenticate` of 401: a challenge for each scheme with which the operation can be called. */
export function challengesOf({ operations, schemes }: EdgeFacts, operation: string | undefined): string {
  const security = (operation === undefined ? undefined : operations[operation]?.security) ?? []
  const names = security.flatMap((rule) => Object.keys(rule))
  const challenges = names.flatMap((name) => schemes[name] ?? []).map(challengeOf)
  return challenges.length === 0 ? 'Bearer' : [...new Set(challenges)].join(', ')
}

function challengeOf(form: SchemeForm): string {
  // 401 demands a challenge, and there is no registered scheme for keys.
  if (form.kind !== 'authorization') return 'ApiKey'
  const scheme = form.scheme.toLowerCase()
  if (scheme === 'bearer') return 'Bearer'
  // Basic is the one scheme that demands a realm.
  return scheme === 'basic' ? 'Basic realm="API"' : form.scheme
}
