import { isTerminal, type TaskStatus, taskMoves, taskStatuses } from '../../core/domain/tasks/task-states.ts'

/**
 * The opaque part of each state's tag: what else an unfinished task shows changes with its status, but for its usual
 * time, a hint that no client waits for. A finished one has no tag, because each poll of it has fresh links that no
 * earlier response may stand in for.
 */
const opaqueTags: ReadonlyMap<TaskStatus, string> = new Map(
  taskStatuses.filter((status) => !isTerminal(status)).map((status) => [status, `"${status}"`]),
)

/** An opaque part by RFC 9110: a comma may be within the quotes. */
const tagPattern = /"[!#-~\x80-\xff]*"/g

/** The ETag of a task in this status; undefined for a finished one. */
export function entityTagOf(status: TaskStatus): string | undefined {
  const opaqueTag = opaqueTags.get(status)
  return opaqueTag && `W/${opaqueTag}`
}

/** The ETag of a task as its acceptance shows it, a replayed one included. */
export const acceptedTag = `W/"${taskMoves.accept.to}"`

/**
 * Tells whether If-None-Match names the state of a task, by weak comparison; `*` names every state that has a
 * tag. Undefined if the header is absent or holds no tag: such a value is ignored, so that a client that
 * damages its tags is held all the same, instead of polling without pause.
 */
export function seenBy(ifNoneMatch: string | undefined): ((status: TaskStatus) => boolean) | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (isAny(ifNoneMatch)) return (status) => opaqueTags.has(status)
  const tags = ifNoneMatch.match(tagPattern)
  return tags === null ? undefined : (status) => tags.includes(opaqueTags.get(status) ?? '')
}

/** The ETag of several tasks in these states. */
export function entityTagOfStates(states: string): string {
  return `W/"${states}"`
}

/** As `seenBy`, for the states of several tasks. */
export function statesSeenBy(ifNoneMatch: string | undefined): ((states: string) => boolean) | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (isAny(ifNoneMatch)) return () => true
  const tags = ifNoneMatch.match(tagPattern)
  return tags === null ? undefined : (states) => tags.includes(`"${states}"`)
}

function isAny(ifNoneMatch: string): boolean {
  return ifNoneMatch.trim() === '*'
}
