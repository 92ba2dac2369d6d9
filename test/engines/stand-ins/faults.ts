/** The part of a job in which a fault occurs. */
export type Moment = 'start' | 'look' | 'result'

/** How an engine misbehaves. */
export type Misdeed =
  /** Responds with a status; `isTaken` says whether it has taken the job nevertheless. */
  | {
      readonly do: 'status'
      readonly status: number
      readonly retryAfterSeconds?: number
      readonly isTaken?: boolean
    }
  /** Resets the connection without having taken the request. */
  | { readonly do: 'resetBefore' }
  /** Takes the request, then resets the connection. */
  | { readonly do: 'resetAfter' }
  /** Takes the request immediately, and responds late. */
  | { readonly do: 'slow'; readonly ms: number }
  /** Has just been restarted: knows none of its jobs. */
  | { readonly do: 'lose' }
  /** Returns an invalid file. */
  | { readonly do: 'html' | 'empty' | 'truncated' }

export type Fault = Misdeed & {
  readonly on: Moment
  /** How often it occurs. @default always */
  readonly times?: number
}

/** The body of POST /control; what is left out stays unchanged. */
export interface Control {
  readonly faults?: readonly Fault[]
  /** Faults of all kinds, each with this probability, in an order determined by the seed. */
  readonly random?: { readonly seed: number; readonly share: number } | null
  /** How often a job is polled before it has ended. */
  readonly looks?: number
}

const menu: Readonly<Record<Moment, readonly Misdeed[]>> = {
  start: [
    { do: 'status', status: 429, retryAfterSeconds: 1 },
    { do: 'status', status: 429 },
    { do: 'status', status: 503 },
    { do: 'status', status: 500, isTaken: true },
    { do: 'status', status: 500 },
    { do: 'status', status: 502, isTaken: true },
    { do: 'resetBefore' },
    { do: 'resetAfter' },
    { do: 'slow', ms: 300 },
  ],
  look: [
    { do: 'status', status: 500 },
    { do: 'status', status: 429 },
    { do: 'resetAfter' },
    { do: 'slow', ms: 200 },
    { do: 'lose' },
  ],
  result: [{ do: 'html' }, { do: 'empty' }, { do: 'truncated' }],
}

export interface Faults {
  tell(control: Control): void
  /** The fault of this call, if any. */
  next(moment: Moment): Misdeed | undefined
}

export function createFaults(): Faults {
  let scripted: { fault: Fault; left: number }[] = []
  let share = 0
  let random = randomOf(0)
  return {
    tell(control) {
      if (control.faults !== undefined)
        scripted = control.faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }))
      if (control.random === undefined) return
      share = control.random?.share ?? 0
      random = randomOf(control.random?.seed ?? 0)
    },
    next(moment) {
      const first = scripted.find(({ fault, left }) => fault.on === moment && left > 0)
      if (first !== undefined) {
        first.left -= 1
        return first.fault
      }
      if (share === 0 || random() >= share) return undefined
      return menu[moment][Math.floor(random() * menu[moment].length)]
    },
  }
}

/** Numbers from 0 to 1 in an order determined by the seed (a linear congruential generator). */
function randomOf(seed: number): () => number {
  let state = (seed >>> 0) + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
