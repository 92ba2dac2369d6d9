import { useRef } from 'react'
import { isWorthOpening, type Job } from './job.ts'
import type { Jobs } from './use-jobs.ts'

/** The job in view: the chosen one, else the first worth opening, which stays when it fails or a newer one comes. */
export function useSelectedJob(
  { list, favourites, search }: Jobs,
  chosen: string | undefined,
): Job | undefined {
  const opened = useRef<string>(undefined)
  const find = (wanted: string | undefined) =>
    [...list, ...favourites, ...search.found].find(({ key }) => key === wanted)
  const selected = find(chosen) ?? find(opened.current) ?? list.find(isWorthOpening)
  opened.current = selected?.key
  return selected
}
