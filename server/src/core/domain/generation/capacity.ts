import { type ProductName, productNames } from '../products.ts'

/** The time whose work tells the present rates. */
export const loadMs = 15 * 60_000

/** What is known of the load. */
export interface Load {
  /** Of the last `loadMs`. */
  readonly products: readonly {
    readonly product: ProductName
    readonly waiting: number
    readonly blocked: number
    readonly accepted: number
    readonly ended: number
    /** In which workers had those that ended. */
    readonly seconds: number
  }[]
  readonly workers: number
  /** Of the workers that are alive; undefined if not all of them tell. */
  readonly slots: number | undefined
  readonly running: number
}

/** What the load needs. */
export interface Capacity {
  readonly products: readonly {
    readonly product: ProductName
    readonly acceptedPerMinute: number
    readonly endedPerMinute: number
    /** Until the tasks that wait now have ended at this rate; undefined if none has ended. */
    readonly drainSeconds: number | undefined
  }[]
  /**
   * Slots that are always busy with as many tasks as are accepted now, of products of which any has ended; undefined if
   * none has.
   */
  readonly slotsNeeded: number | undefined
  /** The same in workers of the present size, with a slot to spare in five. */
  readonly workersNeeded: number | undefined
  readonly sentence: string
}

const minutes = loadMs / 60_000
/** Orders come unevenly: slots that are always busy make a queue that grows. */
const busyShare = 0.8

export function findCapacity(load: Load): Capacity {
  const products = productNames.map((product) => {
    const {
      waiting = 0,
      accepted = 0,
      ended = 0,
    } = load.products.find((one) => one.product === product) ?? {}
    const perSecond = ended / (loadMs / 1000)
    return {
      product,
      acceptedPerMinute: accepted / minutes,
      endedPerMinute: ended / minutes,
      drainSeconds: waiting === 0 ? 0 : perSecond === 0 ? undefined : waiting / perSecond,
    }
  })
  const slotsNeeded = slotsFor(load)
  const { slots, workers } = load
  const perWorker = slots === undefined || workers === 0 ? undefined : slots / workers
  const workersNeeded =
    slotsNeeded === undefined || !perWorker ? undefined : Math.ceil(slotsNeeded / busyShare / perWorker)
  return { products, slotsNeeded, workersNeeded, sentence: sentenceOf(load, slotsNeeded, workersNeeded) }
}

/** As many as tasks are under way on average: those accepted in a time, each for as long as one takes (Little's law). */
function slotsFor({ products }: Load): number | undefined {
  const busy = products.filter(({ accepted }) => accepted > 0)
  const known = busy.filter(({ ended }) => ended > 0)
  if (busy.length > 0 && known.length === 0) return undefined
  return (
    known.reduce((sum, { accepted, ended, seconds }) => sum + (accepted * seconds) / ended, 0) /
    (loadMs / 1000)
  )
}

/** With the numbers that it follows from, so that an operator can check it. */
function sentenceOf(load: Load, slotsNeeded: number | undefined, workersNeeded: number | undefined): string {
  const { workers, slots, running } = load
  const waiting = load.products.reduce((sum, one) => sum + one.waiting - one.blocked, 0)
  const alive = workers === 0 ? 'none is alive' : workers === 1 ? '1 is alive' : `${workers} are alive`
  const unknown = load.products.filter(({ accepted, ended }) => accepted > 0 && ended === 0)
  const names = unknown.map(({ product }) => product).join(', ')
  if (slotsNeeded === undefined)
    return `No task of ${names} has ended in the last ${minutes} minutes, so nothing tells how many workers are needed; ${alive}.`
  const accepted = load.products.reduce((sum, one) => sum + (one.ended > 0 ? one.accepted : 0), 0)
  if (accepted === 0) return `No task was accepted in the last ${minutes} minutes; of the workers ${alive}.`
  const seconds = loadMs / 1000
  const busy = `In the last ${minutes} minutes ${accepted === 1 ? '1 task was' : `${accepted} tasks were`} accepted, and those that ended had a slot for ${rounded((slotsNeeded * seconds) / accepted)} s on average: that keeps ${rounded(slotsNeeded)} ${slotsNeeded === 1 ? 'slot' : 'slots'} busy (tasks × seconds / ${seconds}).`
  const besides =
    unknown.length === 0
      ? ''
      : ` Not counted is ${names}, of which no task has ended in the last ${minutes} minutes.`
  if (workersNeeded === undefined)
    return `${busy} The slots of the workers are not known, and ${alive}.${besides}`
  const needs = `${busy} With one slot in five to spare, this needs ${workersNeeded === 1 ? '1 worker' : `${workersNeeded} workers`} of ${rounded((slots ?? 0) / workers)} slots; ${alive}.${besides}`
  const isFree = slots !== undefined && running < slots
  if (waiting > 0 && isFree && workersNeeded <= workers)
    return `${needs} Tasks wait while slots are free: not for a worker, but for an engine, the limit of a product or the end of a pause.`
  return needs
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10)
}
