/**
 * Preloaded with `--import`: sets the clock of its process ahead by `clockMs`, like a machine without
 * NTP. A message `{ kind: 'clock', aheadMs }` lets it jump, as when somebody sets it.
 */
let aheadMs = Number(JSON.parse(process.env.TEST_PROCESS ?? '{}').clockMs)
const RealDate = Date

process.on('message', (message: { readonly kind: string; readonly aheadMs: number }) => {
  if (message.kind === 'clock') aheadMs = message.aheadMs
})

globalThis.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    // The one constructor of Date that reads the clock is the one without arguments.
    if (args.length === 0) super(RealDate.now() + aheadMs)
    else super(...(args as [number]))
  }

  static override now(): number {
    return RealDate.now() + aheadMs
  }
} as DateConstructor

export {}
