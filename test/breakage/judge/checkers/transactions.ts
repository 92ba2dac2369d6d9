import { type Cycle, findCycles, Graph } from './cycles.ts'
import { type Container, type Element, type Read, type Version, versionsOf } from './versions.ts'

/**
 * Whether transactions could have run one after another, in an order that agrees with real time (strict
 * serializability), judged by the dependencies that reads of appended elements reveal: Adya's (1999), found as
 * in Kingsbury and Alvaro's "Elle" (2020). An element is appended once at most, so a read tells whose it is.
 */

export type Key = string | number

export type Action =
  | readonly [f: 'append', key: Key, element: Element]
  /** What was there; null if the result is not known. */
  | readonly [f: 'r', key: Key, elements: readonly Element[] | null]

export interface Transaction {
  readonly type: 'ok' | 'fail' | 'info'
  readonly actions: readonly Action[]
  /** Index of its invocation in the history. */
  readonly start: number
  /** Index of its response; infinite if nobody knows when it took effect, if ever. */
  readonly end: number
}

export interface Anomaly {
  /** Adya's and Elle's name, such as `G-single-realtime`. */
  readonly kind: string
  readonly explanation: string
}

/** Everything that no strictly serializable execution shows. An empty list is the only good result. */
export function findAnomalies(container: Container, transactions: readonly Transaction[]): Anomaly[] {
  const anomalies: Anomaly[] = []
  const add = (kind: string, explanation: string): void => void anomalies.push({ kind, explanation })
  const appends = appendsByKey(transactions, add)
  const reads = readsByKey(transactions)
  const graph = new Graph(transactions.length)
  // An unknown transaction counts once somebody has seen what it appended.
  const isCommitted = transactions.map(({ type }) => type === 'ok')
  for (const [key, all] of reads) {
    for (const read of all) {
      judgeRead(container, read, { key, appends, transactions, add })
      for (const element of read.elements) {
        const writer = appends.get(key)?.get(element)
        if (writer !== undefined && transactions[writer]?.type === 'info') isCommitted[writer] = true
      }
    }
  }
  for (const [key, byElement] of appends) {
    const versions = versionsOf(container, reads.get(key) ?? [])
    if (typeof versions === 'string') add('incompatible-order', `${key}: ${versions}`)
    else linkKey(graph, container, { versions, byElement, isCommitted })
  }
  linkRealTime(graph, transactions)
  for (const cycle of findCycles(graph)) add(cycle.kind, explain(cycle, transactions))
  return anomalies
}

type Add = (kind: string, explanation: string) => void

/** The transaction that appended each element of each key. */
type Appends = ReadonlyMap<Key, ReadonlyMap<Element, number>>

function appendsByKey(transactions: readonly Transaction[], add: Add): Appends {
  const appends = new Map<Key, Map<Element, number>>()
  transactions.forEach(({ actions }, index) => {
    for (const [f, key, element] of actions) {
      if (f !== 'append') continue
      const byElement = appends.get(key) ?? new Map<Element, number>()
      appends.set(key, byElement)
      if (byElement.has(element)) add('duplicate-append', `${element} is appended to ${key} twice`)
      byElement.set(element, index)
    }
  })
  return appends
}

function readsByKey(transactions: readonly Transaction[]): Map<Key, Read[]> {
  const reads = new Map<Key, Read[]>()
  transactions.forEach(({ type, actions }, reader) => {
    if (type !== 'ok') return
    const own: { readonly key: Key; readonly element: Element }[] = []
    for (const action of actions) {
      const [f, key, value] = action
      if (f === 'append') own.push({ key, element: value })
      else if (value !== null) {
        const ownOfKey = own.filter((one) => one.key === key).map(({ element }) => element)
        const read = { reader, elements: value, own: ownOfKey }
        const all = reads.get(key)
        if (all === undefined) reads.set(key, [read])
        else all.push(read)
      }
    }
  })
  return reads
}

/** What a read shows by itself. */
function judgeRead(
  container: Container,
  { reader, elements, own }: Read,
  scene: {
    readonly key: Key
    readonly appends: Appends
    readonly transactions: readonly Transaction[]
    readonly add: Add
  },
): void {
  const { key, appends, transactions, add } = scene
  const where = `${key} in ${describe(transactions[reader])}`
  if (new Set(elements).size < elements.length) add('duplicate-elements', where)
  const isList = container === 'list'
  const tail = isList ? elements.slice(Math.max(0, elements.length - own.length)) : elements
  if (own.some((element, index) => (isList ? tail[index] !== element : !tail.includes(element))))
    add('internal', `its own append is missing: ${where}`)
  for (const element of elements) {
    const writer = appends.get(key)?.get(element)
    if (writer === undefined) add('garbage-read', `nobody appended ${element}: ${where}`)
    else if (transactions[writer]?.type === 'fail') add('G1a', `${element} was rolled back: ${where}`)
  }
  const last = elements.at(-1)
  const writer = last === undefined ? undefined : appends.get(key)?.get(last)
  if (!isList || writer === undefined || writer === reader) return
  const appended = transactions[writer]?.actions.filter(([f, of]) => f === 'append' && of === key)
  if (appended?.at(-1)?.[2] !== last)
    add('G1b', `${last} is not the last append of its transaction: ${where}`)
}

/** The dependencies of one key: who saw whose append (wr), who did not (rw), and who came next (ww). */
function linkKey(
  graph: Graph,
  container: Container,
  {
    versions,
    byElement,
    isCommitted,
  }: {
    readonly versions: readonly Version[]
    readonly byElement: ReadonlyMap<Element, number>
    readonly isCommitted: readonly boolean[]
  },
): void {
  const seen = new Set(versions.flatMap(({ added }) => added))
  // An append that is certain and that no read shows comes after each of them.
  const unseen = [...byElement].filter(([element]) => !seen.has(element)).map(([, writer]) => writer)
  const blocks = [
    ...versions.map(({ added, readers }) => ({ readers, writers: writersOf(added, byElement) })),
    { readers: [], writers: unseen.filter((writer) => isCommitted[writer]) },
  ]
  let before: { readonly readers: readonly number[]; readonly writers: readonly number[] } | undefined
  for (const block of blocks) {
    for (const writer of block.writers) {
      for (const reader of block.readers) graph.link(writer, reader, 'wr')
      for (const reader of before?.readers ?? []) graph.link(reader, writer, 'rw')
    }
    if (container === 'list') {
      const chain = [...(before?.writers.slice(-1) ?? []), ...(block.readers.length > 0 ? block.writers : [])]
      for (let at = 1; at < chain.length; at += 1) graph.link(chain[at - 1] ?? 0, chain[at] ?? 0, 'ww')
    }
    before = block
  }
}

function writersOf(elements: readonly Element[], byElement: ReadonlyMap<Element, number>): number[] {
  return elements.flatMap((element) => byElement.get(element) ?? [])
}

/**
 * Each transaction comes after those that had ended when it began. Of these only the ones with nobody in between
 * are linked, so the number of edges stays in proportion to the history.
 */
function linkRealTime(graph: Graph, transactions: readonly Transaction[]): void {
  const ends = transactions.flatMap(({ type, start, end }, index) =>
    type === 'fail'
      ? []
      : [
          { at: start, index, isStart: true },
          { at: end, index, isStart: false },
        ],
  )
  let frontier: number[] = []
  const linked = new Map<number, ReadonlySet<number>>()
  for (const { at, index, isStart } of ends.sort((a, b) => a.at - b.at)) {
    if (at === Number.POSITIVE_INFINITY) break
    if (isStart) {
      for (const before of frontier) graph.link(before, index, 'rt')
      linked.set(index, new Set(frontier))
    } else {
      frontier = [...frontier.filter((before) => linked.get(index)?.has(before) !== true), index]
    }
  }
}

function explain({ edges }: Cycle, transactions: readonly Transaction[]): string {
  return edges.map(({ from, relation }) => `${describe(transactions[from])} --${relation}-->`).join(' ')
}

function describe(transaction: Transaction | undefined): string {
  const text = JSON.stringify(transaction?.actions)
  return `T${transaction?.start}${text.length > 200 ? `${text.slice(0, 200)}…` : text}`
}
