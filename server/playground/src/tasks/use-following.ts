import type { Mediagen, Task } from '@mediagen/sdk'
import { useEffect, useRef } from 'react'
import { hasEnded } from './task-list.ts'

/**
 * Waits for the tasks that have not ended, by the client's one request for all. What is not followed any more is
 * again once `tasks` change.
 */
export function useFollowing(
  client: Mediagen | undefined,
  tasks: readonly Task[],
  isFollowedElsewhere: (taskId: string) => boolean,
  onTasks: (tasks: readonly Task[]) => void,
  onProblem: (taskId: string, reason: unknown) => void,
): void {
  const waits = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const open = tasks.filter((task) => !hasEnded(task) && !isFollowedElsewhere(task.id)).map(({ id }) => id)
    for (const [id, stop] of waits.current) {
      if (open.includes(id)) continue
      stop.abort()
      waits.current.delete(id)
    }
    for (const id of open) {
      if (client === undefined || waits.current.has(id)) continue
      const stop = new AbortController()
      waits.current.set(id, stop)
      const { signal } = stop
      const show = (task: Task) => {
        if (!signal.aborted) onTasks([task])
      }
      const explainEnd = (reason: unknown) => {
        if (signal.aborted) return
        // What ends a task without a result has the task with it.
        const { task } = Object(reason)
        if (task === undefined) onProblem(id, reason)
        else show(task)
      }
      client.tasks
        .wait(id, { signal, onUpdate: show, timeoutMs: Number.POSITIVE_INFINITY })
        .then(show, explainEnd)
        .finally(() => {
          if (waits.current.get(id) === stop) waits.current.delete(id)
        })
    }
  }, [client, tasks, isFollowedElsewhere, onTasks, onProblem])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another client ends the waits of the one before.
  useEffect(
    () => () => {
      for (const stop of waits.current.values()) stop.abort()
      waits.current.clear()
    },
    [client],
  )
}
