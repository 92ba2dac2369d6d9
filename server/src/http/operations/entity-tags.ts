import { isTerminal, taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { PolledState } from '../../use-cases/tasks/get-task.ts'

/**
 * The opaque part of a state's tag: what else an unfinished task shows changes with its status, but for its usual time, a
 * hint that no client waits for. A finished one has no tag, because each poll of it has fresh links that no earlier
 * response may stand in for.
 */
function opaqueTagOf({ status, progress }: PolledState): string | undefined {
  if (isTerminal(status)) return undefined
  return progress === undefined ? `"${status}"` : `"${status}-${progress}"`
}

/** An opaque part by RFC 9110: a comma may be within the quotes. */
const tagPattern = /"[!#-~\x80-\xff]*"/g

/** The ETag of a task in this state; undefined for a finished one. */
export function entityTagOf(state: PolledState): string | undefined {
  const opaqueTag = opaqueTagOf(state)
  return opaqueTag && `W/${opaqueTag}`
}

/** The ETag of a task as its acceptance shows it, a replayed one included. */
export const acceptedTag = `W/"${taskMoves.accept.to}"`

/**
 * Tells whether If-None-Match names the state of a task, by weak comparison; `*` names every state that has a
 * tag. Undefined if the header is absent or holds no tag: such a value is ignored, so that a client that
 * damages its tags is held all the same, instead of polling without pause.
 */
export function seenBy(ifNoneMatch: string | undefined): ((state: PolledState) => boolean) | undefined {
  return namedBy(ifNoneMatch, opaqueTagOf)
}

/** The ETag of several tasks in these states; undefined once all are finished. */
export function entityTagOfStates(states: string | undefined): string | undefined {
  return states && `W/"${states}"`
}

/** As `seenBy`, for the states of several tasks. */
export function statesSeenBy(ifNoneMatch: string | undefined): ((states: string) => boolean) | undefined {
  return namedBy(ifNoneMatch, (states) => `"${states}"`)
}

function namedBy<State>(ifNoneMatch: string | undefined, opaqueTag: (state: State) => string | undefined) {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch.trim() === '*') return (state: State) => opaqueTag(state) !== undefined
  const tags = ifNoneMatch.match(tagPattern)
  return tags === null ? undefined : (state: State) => tags.includes(opaqueTag(state) ?? '')
}
