import type { Mediagen, Task } from '@mediagen/sdk'
import { useEffect, useRef, useState } from 'react'
import { explain, type Problem } from '../service/explain.ts'

/** A search in the prompts of an account's tasks. */
export interface Search {
  readonly text: string
  readonly setText: (text: string) => void
  /** What was found, newest first. */
  readonly taskIds: readonly string[]
  readonly isRunning: boolean
  /** Looks further back; undefined where all was looked through, or while it is. */
  readonly readOlder: (() => void) | undefined
  readonly problem: Problem | undefined
}

interface Found {
  readonly taskIds: readonly string[]
  /** Leads to what is older; null: there is nothing. */
  readonly cursor?: string | null
  readonly isRunning?: boolean
  readonly problem?: Problem
}

const nothing: Found = { taskIds: [] }
/** Who types is not done yet. */
const pauseMs = 300
const pageLength = 24

/** Searches as the text changes, page by page until something is found; hands over the tasks that it reads. */
export function useSearch(client: Mediagen | undefined, add: (tasks: readonly Task[]) => void): Search {
  const [text, setText] = useState('')
  const [found, setFound] = useState(nothing)
  const running = useRef<AbortController>(undefined)
  const prompt = text.trim()

  const read = async (before: Found) => {
    if (client === undefined || prompt === '') return
    const own = new AbortController()
    running.current = own
    const { signal } = own
    setFound({ ...before, isRunning: true })
    try {
      let { cursor } = before
      let tasks: readonly Task[] = []
      // The service looks through a limited number of tasks for a page, which may be empty.
      do {
        const page = await client.tasks.list({
          prompt,
          limit: pageLength,
          cursor: cursor ?? undefined,
          signal,
        })
        tasks = page.tasks
        cursor = page.nextCursor
      } while (tasks.length === 0 && cursor !== null)
      if (signal.aborted) return
      add(tasks)
      setFound({ taskIds: [...before.taskIds, ...tasks.map(({ id }) => id)], cursor })
    } catch (error) {
      if (!signal.aborted) setFound({ ...before, problem: explain(error) })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a text or an account, and nothing else, begins a search.
  useEffect(() => {
    setFound({ ...nothing, isRunning: prompt !== '' })
    const timer = setTimeout(() => void read(nothing), pauseMs)
    return () => {
      clearTimeout(timer)
      running.current?.abort()
    }
  }, [client, prompt])

  const { taskIds, cursor, isRunning = false, problem } = found
  return {
    text,
    setText,
    taskIds,
    isRunning,
    readOlder: typeof cursor === 'string' && !isRunning ? () => void read(found) : undefined,
    problem,
  }
}
