/**
 * Runs what is asked for one item at each turn of the event loop, in the order in which it was asked for. In between other
 * work has its share, above all accepting connections: Node accepts one at a turn, so that whatever a turn takes is paid
 * for by every new client. An item that is asked for again while it waits keeps its place.
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
