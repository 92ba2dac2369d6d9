import type { VirtualTime } from './deterministic.ts'

/** What goes wrong with one call. */
export const faultKinds = [
  /** It is refused, and has no effect. */
  'refused',
  /** It has no effect, and nobody can tell. */
  'lost before',
  /** It takes effect, and nobody can tell. */
  'lost after',
  /** It takes effect, and is repeated because its response is lost. */
  'repeated',
  /** Its process dies before it, or between its effect and its response. */
  'crash before',
  'crash after',
  /** Its process is told to end, and hands back what it cannot finish soon. */
  'stopped',
  /** It, or its whole process, waits for up to a few leases. */
  'delayed',
  'frozen',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  /** Which call it happens to, counted over all processes. */
  readonly at: number
  readonly kind: FaultKind
}

/** A call out of a process: to the database, an engine or the object store. */
export interface Call<T> {
  readonly name: string
  readonly run: () => Promise<T>
  /** What the caller gets of a call that is refused, or lost. Throws or returns. */
  readonly refuse: () => T
  readonly lose: () => T
  /** Runs it again after it has taken effect. @default it is not repeated */
  readonly repeat?: () => Promise<T>
}

/** One process of the service. Whatever it holds in memory ends with it. */
export class Process {
  readonly name: string
  isDead = false
  waitsUntilMs = 0
  readonly died: Promise<void>
  /** What the process does when it is told to end. */
  onStop: () => void = () => undefined
  #die: () => void = () => undefined

  constructor(name: string) {
    this.name = name
    this.died = new Promise((resolve) => {
      this.#die = resolve
    })
  }

  die(): void {
    this.isDead = true
    this.#die()
  }
}

interface Parked {
  readonly name: string
  readonly process: Process
  waitsUntilMs: number
  readonly take: (fault: FaultKind | undefined) => Promise<void>
}

const waitMsMax = 15_000
/** How often the clock moves although calls are waiting: a call may take as long as any timer. */
const clockShare = 0.15
/** The event loop's own, because the one of the process stands still. */
const endOfTurn = setImmediate

/**
 * Decides what happens next: all processes live in this one, and each waits at every call that leaves it until it
 * is chosen. So the seed gives the order of everything, and a fault may hit any call.
 */
export class Scheduler {
  readonly happened = new Map<FaultKind, number>()
  /** Every call so far, with its process and what went wrong with it. */
  readonly trace: string[] = []
  /** Called for a process that has died or ended. */
  onDeath: (process: Process) => void = () => undefined
  readonly #time: VirtualTime
  readonly #random: () => number
  readonly #faults: ReadonlyMap<number, FaultKind>
  readonly #parked: Parked[] = []
  #faultsGoOn = true

  constructor(options: {
    readonly time: VirtualTime
    readonly random: () => number
    readonly faults: readonly Fault[]
  }) {
    this.#time = options.time
    this.#random = options.random
    this.#faults = new Map(options.faults.map(({ at, kind }) => [at, kind]))
  }

  /** Makes a call of a process when its turn comes; never settles once the process is dead. */
  call<T>(process: Process, call: Call<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (process.isDead) return
      const answer = async (work: () => Promise<T> | T): Promise<void> => {
        try {
          const result = await work()
          if (!process.isDead) resolve(result)
        } catch (error) {
          if (!process.isDead) reject(error)
        }
      }
      this.#parked.push({
        name: call.name,
        process,
        waitsUntilMs: 0,
        take: (fault) => answer(() => this.#make(call, fault, process)),
      })
    })
  }

  /** From here on nothing fails any more, and whoever waits goes on. */
  endFaults(): void {
    this.#faultsGoOn = false
    for (const parked of this.#parked) {
      parked.waitsUntilMs = 0
      parked.process.waitsUntilMs = 0
    }
  }

  /** Goes on until `isOver`. Throws if nothing can happen any more before that. */
  async run(isOver: () => boolean): Promise<void> {
    await new Promise((resolve) => endOfTurn(resolve))
    while (!isOver()) {
      const ready = this.#parked.filter((parked) => this.#isReady(parked))
      const next = ready[Math.floor(this.#random() * ready.length)]
      if (next === undefined || this.#random() < clockShare) {
        if (!this.#time.next() && next === undefined) throw new Error('Nothing can happen any more.')
      } else {
        await this.#take(next)
      }
      // Every process goes on to its next call, for nothing else takes it time.
      await new Promise((resolve) => endOfTurn(resolve))
    }
  }

  #isReady({ process, waitsUntilMs }: Parked): boolean {
    return Math.max(waitsUntilMs, process.waitsUntilMs) <= this.#time.nowMs()
  }

  async #take(parked: Parked): Promise<void> {
    const fault = this.#faultsGoOn ? this.#faults.get(this.trace.length) : undefined
    this.trace.push(`${parked.process.name}: ${parked.name}${fault === undefined ? '' : `, ${fault}`}`)
    if (fault !== undefined) this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1)
    if (fault === 'stopped') return parked.process.onStop()
    if (fault === 'delayed' || fault === 'frozen') {
      const waiting = fault === 'delayed' ? parked : parked.process
      waiting.waitsUntilMs = this.#time.nowMs() + this.#random() * waitMsMax
      // The clock may have no other reason to go on.
      setTimeout(() => undefined, waitMsMax)
      return
    }
    this.#parked.splice(this.#parked.indexOf(parked), 1)
    if (fault === 'crash before') return this.kill(parked.process)
    const isEnded = await Promise.race([
      parked.take(fault).then(() => true),
      new Promise<boolean>((resolve) => endOfTurn(() => resolve(false))),
    ])
    if (!isEnded) throw new Error(`A call of ${parked.process.name} waits for something else than its turn.`)
    if (fault === 'crash after') this.kill(parked.process)
  }

  async #make<T>(call: Call<T>, fault: FaultKind | undefined, process: Process): Promise<T> {
    switch (fault) {
      case 'refused':
        return call.refuse()
      case 'lost before':
        return call.lose()
      case 'lost after':
        await call.run()
        return call.lose()
      case 'repeated':
        return call.repeat === undefined ? call.run() : call.run().then(call.repeat)
      case 'crash after':
        return call.run().finally(() => {
          process.isDead = true
        })
      default:
        return call.run()
    }
  }

  /** Nothing that a process does has an effect from here on. */
  kill(process: Process): void {
    process.die()
    for (let index = this.#parked.length - 1; index >= 0; index -= 1)
      if (this.#parked[index]?.process === process) this.#parked.splice(index, 1)
    this.onDeath(process)
  }
}
