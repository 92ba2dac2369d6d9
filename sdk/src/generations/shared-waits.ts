import { onAbort } from '../core/abort.js'
import type { Context } from '../core/http.js'
import type { MediagenError } from '../errors/mediagen-error.js'
import type { Task, TaskStatus } from '../types/index.js'
import { createHoldLine, type HoldLine, type LineOwner, lineIdsMax, type Member } from './hold-line.js'
import { isBrowser } from './poll-pace.js'

/** How long a service that cannot follow several tasks by one request is not asked to. */
const unsupportedMs = 600_000

/** The waits of one client. */
interface Waits {
  count: number
  unsupportedUntilMs: number
  readonly lines: Set<HoldLine>
}

const waitsOf = new WeakMap<Context, Waits>()

/** What a wait knows of its task. */
export interface Known {
  readonly taskId: string
  readonly seen: TaskStatus | undefined
  readonly sinceMs: number
  readonly leftMs: number
  readonly signal: AbortSignal | undefined
  /** Gets the error of a request that fails and is sent again, and nothing for one that succeeds. */
  readonly tellOutage: (error?: MediagenError) => void
}

/** The place of one wait among those of its client. */
export interface SharedWait {
  /**
   * Resolves to the task once it is no longer in the state that was seen, or to an error that waiting does not
   * fix. Undefined: the wait is to poll its task by itself, as the only one of its client, at its timeout, or
   * because the service cannot follow several at once or does not know the task. Rejects with the reason of an
   * abort.
   */
  next(known: Known): Promise<Task | MediagenError | undefined>
  /** Ends the wait. */
  end(): void
}

/** Begins a wait, which shares requests with the others of its client from its next turn on. */
export function beginWait(context: Context): SharedWait {
  const { clock } = context.transport
  const waits: Waits = waitsOf.get(context) ?? { count: 0, unsupportedUntilMs: 0, lines: new Set() }
  waitsOf.set(context, waits)
  waits.count += 1
  // One that has shared goes on so: the tag for polls by itself is not known any more.
  let isShared = false
  return {
    async next({ taskId, seen, sinceMs, leftMs, signal, tellOutage }) {
      isShared ||= waits.count > 1
      if (!isShared || leftMs <= 0 || clock.now() < waits.unsupportedUntilMs) return undefined
      signal?.throwIfAborted()
      return new Promise((resolve, reject) => {
        const end = () => {
          cancelTimer()
          forget()
          member.line.leave(member)
        }
        const settle = (result: Task | MediagenError | undefined) => {
          end()
          resolve(result)
        }
        const fail = (reason: unknown) => {
          end()
          reject(reason)
        }
        const line = lineFor(context, waits, taskId)
        const member: Member = { taskId, seen, sinceMs, line, tellOutage, settle, fail }
        const cancelTimer = clock.after(leftMs, () => settle(undefined))
        const forget = onAbort(signal, () => fail(signal?.reason))
        line.join(member)
      })
    },
    end() {
      waits.count -= 1
    },
  }
}

/** The line that follows the task, else one with room, else a new one; a browser has one for all. */
function lineFor(context: Context, waits: Waits, taskId: string): HoldLine {
  const lines = [...waits.lines].reverse()
  const hasRoom = ({ members }: HoldLine) => isBrowser() || members.size < lineIdsMax
  const found = lines.find((line) => line.covers(taskId) && hasRoom(line)) ?? lines.find(hasRoom)
  const line = found ?? createHoldLine(context, ownerOf(context, waits))
  waits.lines.add(line)
  return line
}

function ownerOf({ transport: { clock } }: Context, waits: Waits): LineOwner {
  const { lines } = waits
  return {
    findRoom(line) {
      if (line.members.size > lineIdsMax / 2) return undefined
      return [...lines].find(
        (one) => one !== line && one.members.size > 0 && one.members.size + line.members.size <= lineIdsMax,
      )
    },
    unsupported() {
      waits.unsupportedUntilMs = clock.now() + unsupportedMs
    },
    ended: (line) => lines.delete(line),
  }
}
