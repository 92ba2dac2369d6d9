import { type ProductName, takesInput } from '../core/domain/products.ts'
import type { Task } from '../core/domain/tasks/task.ts'

/** The slots of a worker: each running task has one, unless it is aside. */
export interface Slots {
  /** Without those that a claim under way may fill. */
  free(): number
  /** How many more tasks of the product may be claimed. */
  freeFor(product: ProductName): number
  /** How many tasks of the product have a slot. */
  taken(product: ProductName): number
  /** Keeps slots for a claim under way; zero once it is over. */
  reserve(count: number): void
  /** Call when a task has ended. */
  release(): void
  /** See StepAside. */
  stepAside<T>(task: Task, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createSlots(
  settings: {
    readonly concurrency: number
    readonly productConcurrency: Partial<Record<ProductName, number>>
  },
  running: () => readonly Task[],
  woken: { set(): void },
): Slots {
  const aside = new Set<Task>()
  const haveBeenAside = new WeakSet<Task>()
  /** Of the tasks aside, those that wait for a slot again. */
  const returning = new Map<Task, () => void>()
  let reserved = 0

  const inSlots = () => running().filter((task) => !aside.has(task))
  const taken = (product: ProductName) => inSlots().filter(({ type }) => type === product).length
  const unreserved = () => settings.concurrency - inSlots().length
  const ofProduct = (product: ProductName) =>
    (settings.productConcurrency[product] ?? settings.concurrency) - taken(product)

  /** A task with an input may have to step aside, and would keep its slot if there were no place. */
  function placesFor(product: ProductName): number {
    if (!takesInput(product)) return settings.concurrency
    const mayCome = inSlots().filter((task) => takesInput(task.type) && !haveBeenAside.has(task))
    return Math.max(0, settings.concurrency - aside.size - mayCome.length)
  }

  /** Tasks that were aside have their slots before others are claimed. */
  function letReturn(): void {
    for (const [task, take] of returning) {
      if (unreserved() - reserved <= 0 || ofProduct(task.type) <= 0) continue
      returning.delete(task)
      take()
    }
  }

  function slotAgain(task: Task, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        returning.delete(task)
        reject(signal.reason)
      }
      returning.set(task, () => {
        signal.removeEventListener('abort', abort)
        aside.delete(task)
        resolve()
      })
      signal.addEventListener('abort', abort, { once: true })
      letReturn()
    })
  }

  return {
    free: () => unreserved() - reserved,
    freeFor: (product) => Math.min(ofProduct(product), placesFor(product)),
    taken,
    reserve(count) {
      reserved = count
      letReturn()
    },
    release: letReturn,
    async stepAside(task, signal, work) {
      if (aside.size >= settings.concurrency) return work()
      aside.add(task)
      haveBeenAside.add(task)
      letReturn()
      woken.set()
      try {
        const outcome = await work()
        await slotAgain(task, signal)
        return outcome
      } finally {
        aside.delete(task)
      }
    },
  }
}
