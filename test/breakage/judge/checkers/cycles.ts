/** How one transaction depends on another: it overwrites, sees, is overwritten by, or begins after the end of it. */
export type Relation = 'ww' | 'wr' | 'rw' | 'rt'

export interface Edge {
  readonly from: number
  readonly to: number
  readonly relation: Relation
}

export interface Cycle {
  /** Adya's name for the least that is wrong, with `-realtime` if it takes real time to see it. */
  readonly kind: string
  readonly edges: readonly Edge[]
}

/** Transactions by number, and how they depend on each other. */
export class Graph {
  readonly #edges: Map<number, Set<Relation>>[]

  constructor(size: number) {
    this.#edges = Array.from({ length: size }, () => new Map())
  }

  get size(): number {
    return this.#edges.length
  }

  link(from: number, to: number, relation: Relation): void {
    const edges = this.#edges[from]
    if (from === to || edges === undefined) return
    const relations = edges.get(to)
    if (relations === undefined) edges.set(to, new Set([relation]))
    else relations.add(relation)
  }

  from(node: number): IterableIterator<[to: number, relations: ReadonlySet<Relation>]> {
    return (this.#edges[node] ?? new Map<number, Set<Relation>>()).entries()
  }
}

/** The shapes of a cycle, the least allowed first: what its edges may be, and how many of them are rw. */
const shapes: readonly {
  readonly kind: string
  readonly allowed: readonly Relation[]
  readonly rwMax: number
}[] = [
  { kind: 'G0', allowed: ['ww'], rwMax: 0 },
  { kind: 'G1c', allowed: ['ww', 'wr'], rwMax: 0 },
  { kind: 'G-single', allowed: ['ww', 'wr', 'rw'], rwMax: 1 },
  { kind: 'G2', allowed: ['ww', 'wr', 'rw'], rwMax: Number.POSITIVE_INFINITY },
  { kind: 'G0-realtime', allowed: ['ww', 'rt'], rwMax: 0 },
  { kind: 'G1c-realtime', allowed: ['ww', 'wr', 'rt'], rwMax: 0 },
  { kind: 'G-single-realtime', allowed: ['ww', 'wr', 'rt', 'rw'], rwMax: 1 },
  { kind: 'G2-realtime', allowed: ['ww', 'wr', 'rt', 'rw'], rwMax: Number.POSITIVE_INFINITY },
]

/** One cycle, of the first shape that there is, for each set of transactions that all depend on each other. */
export function findCycles(graph: Graph): Cycle[] {
  return componentsOf(graph).map((component) => {
    const members = new Set(component)
    for (const shape of shapes) {
      for (const start of component) {
        const edges = shortestCycle(graph, { start, members, ...shape })
        if (edges !== undefined) return { kind: shape.kind, edges }
      }
    }
    throw new Error('A strongly connected component has no cycle.')
  })
}

/** The shortest way from a transaction back to itself with at most so many rw edges; breadth first. */
function shortestCycle(
  graph: Graph,
  {
    start,
    members,
    allowed,
    rwMax,
  }: {
    readonly start: number
    readonly members: ReadonlySet<number>
    readonly allowed: readonly Relation[]
    readonly rwMax: number
  },
): Edge[] | undefined {
  interface Step {
    readonly node: number
    readonly rw: number
    readonly edge?: Edge
    readonly before?: Step
  }
  let level: Step[] = [{ node: start, rw: 0 }]
  const visited = new Set<string>()
  while (level.length > 0) {
    const next: Step[] = []
    for (const before of level) {
      for (const [to, relations] of graph.from(before.node)) {
        if (!members.has(to)) continue
        // The most harmless of the relations between the two, as one is enough.
        const relation = allowed.find((one) => relations.has(one) && !(one === 'rw' && before.rw >= rwMax))
        if (relation === undefined) continue
        const rw = Number.isFinite(rwMax) && relation === 'rw' ? before.rw + 1 : before.rw
        const step = { node: to, rw, edge: { from: before.node, to, relation }, before }
        if (to === start) return edgesOf(step)
        const key = `${to} ${rw}`
        if (visited.has(key)) continue
        visited.add(key)
        next.push(step)
      }
    }
    level = next
  }
  return undefined

  function edgesOf(last: Step): Edge[] {
    const edges: Edge[] = []
    for (let step: Step | undefined = last; step?.edge !== undefined; step = step.before)
      edges.unshift(step.edge)
    return edges
  }
}

/** Sets of two or more nodes that all reach each other (Tarjan, 1972), without recursion. */
function componentsOf(graph: Graph): number[][] {
  const order = new Int32Array(graph.size).fill(-1)
  const lowest = new Int32Array(graph.size)
  const isOpen = new Uint8Array(graph.size)
  const open: number[] = []
  const components: number[][] = []
  let count = 0
  for (let root = 0; root < graph.size; root += 1) {
    if (order[root] !== -1) continue
    const path = [visit(root)]
    while (path.length > 0) {
      const top = path.at(-1)
      if (top === undefined) break
      const { value: edge, done } = top.edges.next()
      if (done !== true) {
        const [to] = edge
        if (order[to] === -1) path.push(visit(to))
        else if (isOpen[to] === 1) lower(top.node, order[to] ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) lower(parent.node, lowest[top.node] ?? 0)
      if (lowest[top.node] === order[top.node]) close(top.node)
    }
  }
  return components

  function visit(node: number) {
    order[node] = count
    lowest[node] = count
    count += 1
    isOpen[node] = 1
    open.push(node)
    return { node, edges: graph.from(node) }
  }

  function lower(node: number, to: number): void {
    lowest[node] = Math.min(lowest[node] ?? 0, to)
  }

  function close(root: number): void {
    const component: number[] = []
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      isOpen[node] = 0
      component.push(node)
      if (node === root) break
    }
    if (component.length > 1) components.push(component)
  }
}
