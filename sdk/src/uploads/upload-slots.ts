import type { Transport } from '../core/transport.js'

/** Files of one client that are read and sent concurrently, which limits the memory that they take. */
const slotsMax = 4

interface Slots {
  free: number
  readonly waiting: (() => void)[]
}

const slotsByClient = new WeakMap<Transport, Slots>()

/** Runs `work` once fewer than four others run, in the order of the calls. */
export async function inUploadSlot<Result>(
  transport: Transport,
  work: () => Promise<Result>,
): Promise<Result> {
  const slots = slotsByClient.get(transport) ?? { free: slotsMax, waiting: [] }
  slotsByClient.set(transport, slots)
  slots.free -= 1
  if (slots.free < 0) await new Promise<void>((resolve) => slots.waiting.push(resolve))
  try {
    return await work()
  } finally {
    slots.free += 1
    slots.waiting.shift()?.()
  }
}
