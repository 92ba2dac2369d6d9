/**
 * Runs a callback for one item per turn of the event loop, in the order of the requests. Other work runs in
 * between, above all accepting connections: Node accepts one per turn, so every new client waits for the work
 * of each turn. An item requested again while it waits keeps its place.
 */
export function createTurns<Item>(run: (item: Item) => void): (item: Item) => void {
  const waiting = new Set<Item>()

  function takeTurn(): void {
    const [item] = waiting
    if (item === undefined) return
    waiting.delete(item)
    if (waiting.size > 0) setImmediate(takeTurn)
    run(item)
  }

  return (item) => {
    if (waiting.size === 0) setImmediate(takeTurn)
    waiting.add(item)
  }
}
