import type { Operation } from './history.ts'
import { type Accept, allOf, type FinalTask } from './service-history.ts'

/**
 * The requests that may have made a task, with the task: the one of the response, or, if that is lost, those that the
 * key has made of the same body.
 */
export function acceptancesOf(
  operations: readonly Operation[],
): { readonly task: string; readonly accept: Operation<Accept['asked'], Accept['found']> }[] {
  const made = new Map<string, FinalTask[]>()
  for (const { found } of allOf(operations, 'final'))
    for (const task of found?.tasks ?? []) {
      const key = keyOf({ account: task.account, key: keyIn(task.body) })
      made.set(key, [...(made.get(key) ?? []), task])
    }
  return allOf(operations, 'accept').flatMap((accept) => {
    const { type, asked, found } = accept
    if (type === 'fail') return []
    const unknown = (made.get(keyOf(asked)) ?? []).filter(({ body }) => body === asked.body)
    const tasks = found !== undefined && 'task' in found ? [found.task] : unknown.map(({ id }) => id)
    return tasks.map((task) => ({ task, accept }))
  })
}

/** Keys are an account's own. */
export function keyOf({ account, key }: { readonly account: string; readonly key: string }): string {
  return `${account} ${key}`
}

/** What a client asks for, as a prompt that has its key in it. */
export function bodyOf(words: string, key: string): string {
  return `${words} under ${key}`
}

export function keyIn(body: string): string {
  return body.slice(body.lastIndexOf(' under ') + ' under '.length)
}
