import type { Task } from '../types/index.js'

/** What the tag of a task names. */
export type TaggedState = Pick<Task, 'status' | 'progress'>

/** The ETag of a task in a state, as the service sends it; a finished task has none. */
export function tagOf({ status, progress }: Partial<TaggedState> = {}): string | undefined {
  if (status !== 'QUEUED' && status !== 'PROCESSING') return undefined
  return progress === undefined ? `W/"${status}"` : `W/"${status}-${progress}"`
}

/** Whether If-None-Match names the state; undefined if the header is absent or holds no tag. */
export function seenBy(
  ifNoneMatch: string | null,
): ((state: Partial<TaggedState> | undefined) => boolean) | undefined {
  if (ifNoneMatch?.trim() === '*') return (state) => tagOf(state) !== undefined
  const tags = tagsIn(ifNoneMatch)
  return tags && ((state) => tags.includes(tagOf(state) ?? ''))
}

/** The tags of If-None-Match, as weak ones; undefined if the header is absent or holds none. */
export function tagsIn(ifNoneMatch: string | null): readonly string[] | undefined {
  return ifNoneMatch?.match(/"[^"]*"/g)?.map((tag) => `W/${tag}`)
}
