import { type ProductName, productNames } from '../../core/domain/products.ts'
import {
  type TaskErrorCode,
  type TaskStatus,
  taskErrorCodes,
  taskStatuses,
} from '../../core/domain/tasks/task-states.ts'
import { dateOfDay, dayMs, dayOfDate } from '../../core/domain/utc-day.ts'
import { allTimes, type TaskFilter, type TimeRange } from '../../database/operator/task-filter.ts'
import { optional, parseId } from './fields.ts'
import type { InputOf } from './operation.ts'

/** What tasks can be looked for by, in the command, the API and the page. */
export const taskFilters = {
  status: optional(
    '--status <status>',
    `only tasks in this status ${choices(taskStatuses)}`,
    oneOf(taskStatuses),
  ),
  errorCode: optional(
    '--error-code <code>',
    `only tasks that failed with this code ${choices(taskErrorCodes)}`,
    oneOf(taskErrorCodes),
  ),
  engine: optional('--engine <engine>', 'only tasks that this engine had last', parseWord),
  product: optional(
    '--product <product>',
    `only tasks of this product ${choices(productNames)}`,
    oneOf(productNames),
  ),
  tier: optional('--tier <tier>', 'only tasks of this resolution, such as 2k', parseWord),
  account: optional(
    '--account <account>',
    'only tasks of this account: its ID, its reference, its name or the beginning of its name',
    parseText,
  ),
  key: optional('--key <key>', 'only tasks that were ordered with the API key of this ID', parseId),
  id: optional('--id <task>', 'only the task with this ID, or those whose ID begins so', parseId),
  day: {
    ...optional('--day <day>', 'only tasks that ended on this day in UTC, as 2026-03-31', parseDay),
    conflicts: ['endedFrom', 'endedBefore'],
  },
  endedFrom: optional('--ended-from <time>', `only tasks that ended then or later: ${timeHelp()}`, parseTime),
  endedBefore: optional('--ended-before <time>', 'only tasks that ended before', parseTime),
  createdFrom: optional('--created-from <time>', 'only tasks that were accepted then or later', parseTime),
  createdBefore: optional('--created-before <time>', 'only tasks that were accepted before', parseTime),
}

type Given = InputOf<typeof taskFilters>

/** What is looked for, but for the account, which may be given in other words than its id. */
export function filterOf(given: Given): Omit<TaskFilter, 'accountId'> & { readonly id: string | undefined } {
  const { status, errorCode, engine, product, tier, key, id, day } = given
  const ofDay = day === undefined ? undefined : dayOfDate(day) * dayMs
  return {
    status,
    errorCode,
    engine,
    product,
    tier,
    keyId: key,
    id,
    created: rangeOf(given.createdFrom, given.createdBefore),
    ended:
      ofDay === undefined
        ? rangeOf(given.endedFrom, given.endedBefore)
        : { fromMs: ofDay, beforeMs: ofDay + dayMs },
  }
}

function rangeOf(fromMs: number | undefined, beforeMs: number | undefined): TimeRange | undefined {
  if (fromMs === undefined && beforeMs === undefined) return undefined
  return { fromMs: fromMs ?? allTimes.fromMs, beforeMs: beforeMs ?? allTimes.beforeMs }
}

/** A day in UTC, as in the contract. */
export function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  if (isDay && dateOfDay(dayOfDate(text)) === text) return text
  throw new RangeError('It must be a day such as 2026-03-14.')
}

function timeHelp(): string {
  return 'a day, which begins at 00:00 UTC, or a time such as 2026-03-31T18:00:00Z'
}

function parseTime(text: string): number {
  if (!text.includes('T')) return dayOfDate(parseDay(text)) * dayMs
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const timeMs = isTime ? Date.parse(text) : Number.NaN
  if (timeMs >= 0) return timeMs
  throw new RangeError('It must be a day such as 2026-03-14 or a time such as 2026-03-14T18:00:00Z.')
}

/** A name of the configuration; a tier is ASCII in the database. */
function parseWord(text: string): string {
  if (/^[!-~]{1,64}$/.test(text)) return text
  throw new RangeError('It must have 1 to 64 visible ASCII characters without spaces.')
}

function parseText(text: string): string {
  if (text.trim() !== '' && text.length <= 200) return text
  throw new RangeError('It must have 1 to 200 characters.')
}

function oneOf<const Name extends TaskStatus | TaskErrorCode | ProductName>(
  names: readonly Name[],
): (text: string) => Name {
  return (text) => {
    const name = names.find((known) => known === text)
    if (name === undefined) throw new RangeError(`Allowed choices are ${names.join(', ')}.`)
    return name
  }
}

function choices(names: readonly string[]): string {
  return `(choices: ${names.map((name) => `"${name}"`).join(', ')})`
}
