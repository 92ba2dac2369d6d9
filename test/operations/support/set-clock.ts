/** Preloaded with `--import`: the clock that measures durations stands still until a message `{ aheadMs }` sets it. */
const zeroMs = performance.now()
let aheadMs = 0

performance.now = () => zeroMs + aheadMs
process.on('message', (message: { readonly aheadMs: number }) => {
  aheadMs = message.aheadMs
  process.send?.(message)
})
process.on('disconnect', () => process.exit())

export {}
