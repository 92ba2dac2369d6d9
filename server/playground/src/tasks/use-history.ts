import type { Mediagen, Task } from '@mediagen/sdk'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { explain, type Problem } from '../service/explain.ts'
import {
  emptyList,
  listed,
  type TaskList,
  withKnown,
  withNewestPage,
  withOlderPage,
  withRenewed,
} from './task-list.ts'
import { useFollowing } from './use-following.ts'

/** The tasks of an account as the service lists them. */
export interface History {
  /** Newest first, as far back as was read. */
  readonly tasks: readonly Task[]
  /** A task that was read, also if it is older. */
  readonly find: (taskId: string) => Task | undefined
  /** Whether the newest page was read, or could not be. */
  readonly isRead: boolean
  /** Reads the next older page; undefined where there is none, or while one is read. */
  readonly readOlder: (() => void) | undefined
  readonly problem: Problem | undefined
  /** What cancelling or following a task met. */
  readonly problemOf: (taskId: string) => Problem | undefined
  /** Takes over tasks that were read elsewhere. */
  readonly add: (tasks: readonly Task[]) => void
  /** Reads tasks by their ids; those that no longer exist are left out. */
  readonly read: (taskIds: readonly string[]) => void
  /** Reads the newest page again. */
  readonly refresh: () => void
  /** Reads a task again, for links that work, or for what became of it. */
  readonly renew: (taskId: string) => void
  readonly cancel: (taskId: string) => Promise<void>
  /** Deletes the files of a result for good. */
  readonly deleteResult: (taskId: string) => Promise<void>
}

const pageLength = 24
/** The most ids of one request, by the contract. */
const idsMax = 100
/** A page that is looked at again reads the list again, but not at every click into it. */
const restMs = 5_000

/** Reads the account's tasks, again whenever the page is looked at again, and follows what has not ended. */
export function useHistory(
  client: Mediagen | undefined,
  isFollowedElsewhere: (taskId: string) => boolean,
  onReturn: () => void,
): History {
  const [list, setList] = useState(emptyList)
  const [failure, setFailure] = useState<Problem>()
  const [isReading, setIsReading] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, Problem>>>({})
  const current = useRef<Mediagen>(undefined)
  const readAtMs = useRef(0)

  /** Applies what a call comes to, unless the page has another client by then. */
  const apply = useCallback(
    async <Result>(work: Promise<Result>, change: (list: TaskList, result: Result) => TaskList) => {
      const own = current.current
      try {
        const result = await work
        if (current.current === own) setList((before) => change(before, result))
        return undefined
      } catch (error) {
        return current.current === own ? explain(error) : undefined
      }
    },
    [],
  )

  const refresh = useCallback(async () => {
    if (client === undefined) return
    readAtMs.current = Date.now()
    setFailure(
      await apply(client.tasks.list({ limit: pageLength }), (before, page) =>
        withNewestPage(before, page, Date.now()),
      ),
    )
  }, [client, apply])

  useEffect(() => {
    current.current = client
    void refresh()
    return () => {
      current.current = undefined
      setList(emptyList)
      setIsReading(false)
      setFailure(undefined)
      setProblems({})
    }
  }, [client, refresh])

  const returned = useRef(onReturn)
  returned.current = onReturn
  useEffect(() => {
    const comeBack = () => {
      if (document.hidden || Date.now() - readAtMs.current < restMs) return
      void refresh()
      returned.current()
    }
    document.addEventListener('visibilitychange', comeBack)
    window.addEventListener('focus', comeBack)
    return () => {
      document.removeEventListener('visibilitychange', comeBack)
      window.removeEventListener('focus', comeBack)
    }
  }, [refresh])

  const add = useCallback(
    (tasks: readonly Task[]) => setList((before) => withKnown(before, tasks, Date.now())),
    [],
  )
  const tasks = useMemo(() => listed(list), [list])
  const setProblem = useCallback(
    (taskId: string, problem: Problem | undefined) =>
      setProblems((before) => {
        const { [taskId]: _, ...others } = before
        return problem === undefined ? others : { ...others, [taskId]: problem }
      }),
    [],
  )
  const reportProblem = useCallback(
    (taskId: string, reason: unknown) => setProblem(taskId, explain(reason)),
    [setProblem],
  )
  useFollowing(client, tasks, isFollowedElsewhere, add, reportProblem)

  const { cursor } = list
  const readOlder = async () => {
    if (client === undefined || typeof cursor !== 'string') return
    setIsReading(true)
    setFailure(
      await apply(client.tasks.list({ limit: pageLength, cursor }), (before, page) =>
        withOlderPage(before, page, Date.now()),
      ),
    )
    setIsReading(false)
  }
  const read = useCallback(
    (taskIds: readonly string[]) => {
      for (let from = 0; client !== undefined && from < taskIds.length; from += idsMax) {
        const ids = taskIds.slice(from, from + idsMax)
        void apply(client.tasks.list({ ids }), (before, page) => withKnown(before, page.tasks, Date.now()))
      }
    },
    [client, apply],
  )
  const renew = async (taskId: string) => {
    if (client === undefined) return
    const problem = await apply(client.tasks.get(taskId), (before, task) =>
      withRenewed(before, task, Date.now()),
    )
    setProblem(taskId, problem)
  }
  const change = async (taskId: string, work: Promise<Task> | undefined) => {
    if (work === undefined) return
    const problem = await apply(work, (before, task) => withKnown(before, [task], Date.now()))
    setProblem(taskId, problem)
  }
  return {
    tasks,
    find: (taskId) => list.known.get(taskId)?.task,
    isRead: cursor !== undefined || failure !== undefined,
    readOlder: typeof cursor === 'string' && !isReading ? () => void readOlder() : undefined,
    problem: failure,
    problemOf: (taskId) => problems[taskId],
    refresh: () => void refresh(),
    add,
    read,
    renew: (taskId) => void renew(taskId),
    cancel: (taskId) =>
      change(
        taskId,
        client?.tasks.cancel(taskId).then(() => client.tasks.get(taskId)),
      ),
    deleteResult: (taskId) => change(taskId, client?.tasks.deleteResult(taskId)),
  }
}
