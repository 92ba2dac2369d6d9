/** One difference between two versions of the contract that a caller can notice. */
export interface Change {
  /**
   * `breaking`: a client of the earlier version may fail. `addition`: it works on. `deprecation`: it works
   * on, and should change.
   */
  readonly kind: 'breaking' | 'addition' | 'deprecation'
  /** The operation, or the schema and the field: `GET /api/v1/me`, `Upload.status`. */
  readonly where: string
  /** What changed there, as a sentence without its point. */
  readonly what: string
}

/** Who writes a value: the client a request, the service a response. */
export type Direction = 'request' | 'response'

/** Collects differences; one that several operations share counts once. */
export interface ChangeList {
  readonly changes: readonly Change[]
  add(kind: Change['kind'], where: string, what: string): void
  /** The set of allowed values became smaller: clients can no longer send all of them. */
  narrowed(direction: Direction, where: string, what: string): void
  /** The set of allowed values became larger: clients can receive some that they do not know. */
  widened(direction: Direction, where: string, what: string): void
}

export function createChangeList(): ChangeList {
  const changes: Change[] = []
  const add: ChangeList['add'] = (kind, where, what) => {
    const at = changes.findIndex((known) => known.where === where && known.what === what)
    if (at === -1) changes.push({ kind, where, what })
    // What narrows one way may widen another, and what adds to a request may take from a response.
    else if (kind === 'breaking') changes[at] = { kind, where, what }
  }
  return {
    changes,
    add,
    narrowed: (direction, where, what) =>
      add(direction === 'request' ? 'breaking' : 'addition', where, `${what} (${direction})`),
    widened: (direction, where, what) =>
      add(direction === 'response' ? 'breaking' : 'addition', where, `${what} (${direction})`),
  }
}

/** A value of the contract as a text of the changelog. */
export function quoted(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** Whether two values of a JSON document are the same; the order of an object's members is no difference. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  )
}
