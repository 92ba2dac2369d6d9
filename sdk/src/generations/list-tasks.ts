import { checkSpelling } from '../core/check-names.js'
import { unlessAborted } from '../core/clock.js'
import { type CallInit, type Context, callApi } from '../core/http.js'
import { anySignal, disposal, leavable } from '../core/leavable.js'
import { type Fields, reliedOn } from '../core/relied-on.js'
import { asTask } from '../core/task-calls.js'
import type { ApiCallOptions } from '../core/transport.js'
import { InvalidResponseError } from '../errors/call-errors.js'
import type { paths } from '../generated/openapi.js'
import type { Task, TaskList, TaskListOptions, TaskPage } from '../types/index.js'

/** Begins to read the first page; the others are read as they are needed. */
export function listTasks(context: Context, options: TaskListOptions = {}): TaskList {
  const own = new AbortController()
  const signal = anySignal(options.signal, own.signal)
  const first = readPage(context, { ...options, signal })
  return Object.assign(
    first,
    {
      [Symbol.asyncIterator]: () =>
        leavable(signal, (stop) => tasksOf(context, { ...options, signal: stop }, first)),
    },
    disposal(() => {
      // Nobody waits for it any more.
      first.catch(() => undefined)
      own.abort()
    }),
  )
}

async function* tasksOf(
  context: Context,
  options: TaskListOptions,
  first: Promise<TaskPage>,
): AsyncGenerator<Task, void> {
  for (
    let page = await unlessAborted(options.signal, () => first);
    ;
    page = await readPage(context, { ...options, cursor: page.nextCursor })
  ) {
    yield* page.tasks
    if (page.nextCursor === null) return
  }
}

async function readPage(
  context: Context,
  { status, type, prompt, createdFrom, createdBefore, limit, cursor, ids, ...call }: PageOptions,
): Promise<TaskPage> {
  checkSpelling(call, { status, type, prompt, createdFrom, createdBefore, limit, cursor, ids })
  const query = {
    ...(status !== undefined && { status: listOf(status) }),
    ...(type !== undefined && { type: listOf(type) }),
    ...(prompt !== undefined && { prompt }),
    ...(createdFrom !== undefined && { createdFrom: timeOf(createdFrom) }),
    ...(createdBefore !== undefined && { createdBefore: timeOf(createdBefore) }),
    ...(limit !== undefined && { limit }),
    ...(typeof cursor === 'string' && { cursor }),
    ...(ids !== undefined && { id: [...ids] }),
  }
  // A list of none of one's tasks is empty; without ids the service would list them all.
  if (ids?.length === 0) return { tasks: [], nextCursor: null }
  const page = await readTaskPage(context, query, call)
  if (typeof cursor === 'string' && page.nextCursor === cursor) {
    throw new InvalidResponseError('The list of tasks goes on with the same nextCursor; list them again', {
      status: 200,
    })
  }
  return page
}

/** Reads one page. Throws InvalidResponseError for JSON that is not a page of tasks with these fields. */
export async function readTaskPage(
  context: Context,
  query: TaskQuery,
  call: ApiCallOptions,
  fields: Fields = reliedOn.taskPage,
): Promise<TaskPage> {
  const page = await callApi(context, fields, call, (init: CallInit) =>
    context.http.GET('/api/v1/tasks', { params: { query }, ...init }),
  )
  return { tasks: page.tasks.map(asTask), nextCursor: page.nextCursor ?? null }
}

type TaskQuery = NonNullable<paths['/api/v1/tasks']['get']['parameters']['query']>

type PageOptions = Omit<TaskListOptions, 'cursor'> & { readonly cursor?: string | null | undefined }

function listOf<Value extends string>(values: Value | readonly Value[]): Value[] {
  return typeof values === 'string' ? [values] : [...values]
}

function timeOf(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString()
}
