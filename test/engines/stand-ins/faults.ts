/** At which part of a job a fault strikes. */
export type Moment = 'start' | 'look' | 'result'

/** How an engine misbehaves. */
export type Misdeed =
  /** Answers with a status; `isTaken` says whether it has taken the job all the same. */
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
  /** Takes the request at once, and answers late. */
  | { readonly do: 'slow'; readonly ms: number }
  /** Has just been restarted: knows none of its jobs. */
  | { readonly do: 'lose' }
  /** Hands out a file that is none. */
  | { readonly do: 'html' | 'empty' | 'truncated' }

export type Fault = Misdeed & {
  readonly on: Moment
  /** How often it strikes before it is over. @default always */
  readonly times?: number
}

/** What a stand-in is told at POST /control; what is left out stays as it was. */
export interface Control {
  readonly faults?: readonly Fault[]
  /** Faults of all kinds, each with this probability, in an order that the seed decides. */
  readonly random?: { readonly seed: number; readonly share: number } | null
  /** How often a job is looked at before it has ended. */
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
  /** What goes wrong this time, if anything does. */
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

/** Numbers from 0 to 1 in an order that the seed decides (a linear congruential generator). */
function randomOf(seed: number): () => number {
  let state = (seed >>> 0) + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
