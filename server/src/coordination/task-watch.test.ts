import { describe, expect, test } from 'vitest'
import type { TaskStatus } from '../core/domain/tasks/task-states.ts'
import type { WatchedTask } from './task-waiters.ts'
import { createTaskWatch, type Hold, type TaskWait } from './task-watch.ts'

/** A watch over tasks in memory, by a clock that only the test moves. */
function watchOf({ waitsPerAccountMax = 1_000 } = {}) {
  const statuses = new Map<string, TaskStatus>()
  const progress = new Map<string, number>()
  const queries: { status: TaskStatus; tasks: number; atMs: number }[] = []
  const failures: unknown[] = []
  const timers = new Set<{ atMs: number; run: () => void }>()
  let nowMs = 0
  let fault: Error | undefined
  const watch = createTaskWatch({
    waitsPerAccountMax,
    async listTasksBeyond(status, taskIds, { withProgress }) {
      queries.push({ status, tasks: taskIds.length, atMs: nowMs })
      if (fault !== undefined) throw fault
      return taskIds.flatMap((taskId) => {
        const isBeyond = (statuses.get(taskId) ?? 'QUEUED') !== status
        const known = withProgress && !isBeyond ? progress.get(taskId) : undefined
        return isBeyond || known !== undefined ? [{ taskId, progress: known }] : []
      })
    },
    onQueryFailed: (error) => failures.push(error),
    after(durationMs, run) {
      const timer = { atMs: nowMs + durationMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    watch,
    statuses,
    progress,
    queries,
    failures,
    settled,
    fail(error: Error | undefined) {
      fault = error
    },
    timers: () => timers.size,
    wait: (
      taskId: string,
      { waitMs = 30_000, seen = 'QUEUED', progress, ...more }: Partial<TaskWait & Hold & WatchedTask> = {},
    ) =>
      watch.untilChanged({
        accountId: 'account',
        tasks: [{ taskId, seen, progress }],
        hold: { waitMs, signal: new AbortController().signal },
        ...more,
      }),
    async advance(durationMs: number) {
      const untilMs = nowMs + durationMs
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
        if (next === undefined) break
        timers.delete(next)
        nowMs = next.atMs
        next.run()
        await settled()
      }
      nowMs = untilMs
    },
  }
}

describe('a wait for a task', () => {
  test('ends when another process has changed it, at the next watch query', async () => {
    const { wait, statuses, advance } = watchOf()
    const outcome = wait('a')
    statuses.set('a', 'PROCESSING')
    await advance(25)
    expect(await outcome).toBe('changed')
  })

  test('ends at the very end of its time, and then leaves no timer and no watch query behind', async () => {
    const { watch, wait, advance, timers, queries } = watchOf()
    const outcome = wait('a', { waitMs: 5_000 })
    await advance(4_999)
    expect(watch.waiting()).toBe(1)
    await advance(1)
    expect(await outcome).toBe('unchanged')
    await advance(1_000)
    const before = queries.length
    await advance(60_000)
    expect([watch.waiting(), timers(), queries.length]).toEqual([0, 0, before])
  })

  test('ends without waiting for a watch query when this process has changed it', async () => {
    const { watch, wait, statuses, settled } = watchOf()
    const outcome = wait('a')
    statuses.set('a', 'PROCESSING')
    watch.wake('a')
    await settled()
    expect(await outcome).toBe('changed')
  })

  test('goes on after a false alarm', async () => {
    const { watch, wait, settled } = watchOf()
    void wait('a')
    watch.wake('a')
    await settled()
    expect(watch.waiting()).toBe(1)
  })

  test('ends when its caller has gone, and makes room for another', async () => {
    const { watch, wait } = watchOf({ waitsPerAccountMax: 1 })
    const caller = new AbortController()
    const hold: Hold = { waitMs: 30_000, signal: caller.signal }
    const outcome = wait('a', { hold })
    caller.abort()
    expect(await outcome).toBe('ended early')
    expect(watch.waiting()).toBe(0)
    expect(await wait('a', { hold: { waitMs: 30_000, signal: AbortSignal.abort() } })).toBe('ended early')
    void wait('b')
    expect(watch.waiting()).toBe(1)
  })

  test('is for the status that its caller saw: one that saw a later one goes on', async () => {
    const { watch, wait, statuses, advance } = watchOf()
    const early = wait('a', { seen: 'QUEUED' })
    void wait('a', { seen: 'PROCESSING' })
    statuses.set('a', 'PROCESSING')
    await advance(100)
    expect(await early).toBe('changed')
    expect(watch.waiting()).toBe(1)
  })
})

describe('a wait for a task that runs', () => {
  test('ends when its progress has grown, and at no more than one growth in two seconds', async () => {
    const { wait, statuses, progress, advance } = watchOf()
    statuses.set('a', 'PROCESSING')
    progress.set('a', 40)
    let ends = 0
    const follow = async () => {
      for (;;) {
        const seen = progress.get('a')
        await wait('a', { seen: 'PROCESSING', progress: seen })
        ends += 1
      }
    }
    void follow()
    for (let percent = 41; percent <= 60; percent += 1) {
      progress.set('a', percent)
      await advance(1_000)
    }
    expect(ends).toBeGreaterThan(5)
    expect(ends).toBeLessThanOrEqual(11)
  })

  test('goes on while its progress is the one that its caller saw, and costs no statement more', async () => {
    const { watch, wait, statuses, progress, queries, advance } = watchOf()
    statuses.set('a', 'PROCESSING')
    progress.set('a', 40)
    void wait('a', { seen: 'PROCESSING', progress: 40 })
    await advance(10_000)
    expect(watch.waiting()).toBe(1)
    expect(queries).toHaveLength(400)
  })
})

describe('a wait for several tasks', () => {
  const several = (count: number, name = 'task') =>
    Array.from({ length: count }, (_, index) => ({ taskId: `${name}-${index}`, seen: 'QUEUED' as const }))

  test('ends at the first change of any of them, and watches none of them any more', async () => {
    const { watch, wait, statuses, queries, advance } = watchOf()
    const outcome = wait('', { tasks: several(100) })
    statuses.set('task-73', 'CANCELLED')
    await advance(25)
    expect(await outcome).toBe('changed')
    expect(watch.waiting()).toBe(0)
    const before = queries.length
    await advance(1_000)
    expect(queries).toHaveLength(before)
  })

  test('is for the status in which its caller saw each of them', async () => {
    const { watch, wait, statuses, advance } = watchOf()
    statuses.set('task-1', 'PROCESSING')
    const tasks = [...several(1), { taskId: 'task-1', seen: 'PROCESSING' as const }]
    const outcome = wait('', { tasks })
    await advance(1_000)
    expect(watch.waiting()).toBe(1)
    statuses.set('task-1', 'SUCCEEDED')
    await advance(1_000)
    expect(await outcome).toBe('changed')
  })

  test('is one of its account and costs one statement, as a wait for one task does', async () => {
    const { wait, queries, advance } = watchOf({ waitsPerAccountMax: 2 })
    void wait('', { tasks: several(100) })
    void wait('', { tasks: several(100) })
    expect(await wait('', { tasks: several(100) })).toBe('refused')
    await advance(25)
    expect(queries).toEqual([{ status: 'QUEUED', tasks: 100, atMs: 25 }])
  })

  test('leaves the waits of others for the same tasks alone when its caller goes', async () => {
    const { watch, wait, statuses, advance } = watchOf()
    const caller = new AbortController()
    const hold: Hold = { waitMs: 30_000, signal: caller.signal }
    const gone = wait('', { tasks: several(3), hold })
    const other = wait('', { tasks: several(2) })
    caller.abort()
    expect([await gone, watch.waiting()]).toEqual(['ended early', 1])
    statuses.set('task-0', 'PROCESSING')
    await advance(25)
    expect(await other).toBe('changed')
  })

  test('is refused once those of the process watch 50,000 tasks', async () => {
    const { watch, wait } = watchOf()
    for (let index = 0; index < 500; index += 1) void wait('', { tasks: several(100, `list-${index}`) })
    expect(await wait('one more')).toBe('refused')
    expect(watch.waiting()).toBe(500)
  })
})

describe('the waits of a process', () => {
  test('are bounded for each account, and one more is refused at once', async () => {
    const { wait } = watchOf({ waitsPerAccountMax: 2 })
    void wait('a')
    void wait('b')
    expect(await wait('c')).toBe('refused')
    expect(await Promise.race([wait('c', { accountId: 'other' }), 'waits'])).toBe('waits')
  })

  test('are 10,000 at most, whoever they belong to', async () => {
    const { watch, wait } = watchOf()
    for (let index = 0; index < 10_000; index += 1)
      void wait(`task-${index}`, { accountId: `account-${index % 100}` })
    expect(await wait('another', { accountId: 'another' })).toBe('refused')
    expect(watch.waiting()).toBe(10_000)
  })

  test('share watch queries: 5,000 of them cost at most 25 statements a second', async () => {
    const { wait, queries, advance } = watchOf()
    for (let index = 0; index < 5_000; index += 1)
      void wait(`task-${index}`, { accountId: `account-${index % 100}` })
    await advance(10_000)
    expect(queries.length).toBeLessThanOrEqual(250)
    expect(Math.max(...queries.map(({ tasks }) => tasks))).toBeLessThanOrEqual(900)
    expect(queries.filter(({ atMs }) => atMs >= 9_000).length).toBeGreaterThan(5)
  })

  test('cost at most 40 statements a second where few wait', async () => {
    const { wait, queries, advance } = watchOf()
    void wait('a')
    void wait('b', { seen: 'PROCESSING' })
    await advance(10_000)
    expect(queries.length).toBeLessThanOrEqual(400)
  })

  test('on one task are one in a statement', async () => {
    const { wait, queries, advance } = watchOf()
    for (let index = 0; index < 50; index += 1) void wait('a')
    await advance(25)
    expect(queries).toEqual([{ status: 'QUEUED', tasks: 1, atMs: 25 }])
  })

  test('outlive a database that is away, which is asked once a second then', async () => {
    const { wait, statuses, queries, failures, fail, advance } = watchOf()
    const outcome = wait('a')
    fail(new Error('away'))
    await advance(5_000)
    expect(failures).toHaveLength(queries.length)
    expect(queries.length).toBeLessThanOrEqual(6)
    fail(undefined)
    statuses.set('a', 'CANCELLED')
    await advance(1_000)
    expect(await outcome).toBe('changed')
  })

  test('all end when the process drains, and no new one begins', async () => {
    const { watch, wait, advance, timers } = watchOf()
    const waits = ['a', 'b', 'b'].map((taskId) => wait(taskId))
    watch.drain()
    expect(await Promise.all(waits)).toEqual(['ended early', 'ended early', 'ended early'])
    expect(await wait('c')).toBe('refused')
    await advance(1_000)
    expect(timers()).toBe(0)
  })
})
