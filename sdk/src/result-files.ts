import type { ResultFile, Task } from './types.js'

/** What a task made, images before videos. */
export function filesOf({ output }: Task): ResultFile[] {
  return [...(output?.images ?? []), ...(output?.videos ?? [])]
}
