import { useQuery } from '@tanstack/react-query'
import { failuresInARowMin } from '../../../../src/core/domain/generation/failing-engines.ts'
import type { Output } from '../api.ts'
import { addressOf } from '../links.ts'
import { counted, duration, nextTryOf, timeText } from '../parts/words.ts'
import { pausesIn } from './pauses.tsx'

type Overview = Output<'GET /overview'>
type Queue = Overview['queue']
type Readiness = Readonly<Record<string, string>> | null

interface Problem {
  readonly what: string
  readonly href: string
  readonly where: string
}

/** A queue whose oldest task has waited longer than this has a problem, as the alert MediagenQueueOld says. */
const oldSeconds = 300
/** Tasks of other products wait for longer than this only if no worker has a slot for them. */
const slotSeconds = 60
/** Sweeps erase nothing while clocks differ by more. */
const apartSeconds = 300
/** Workers reconcile every 15 minutes. */
const reconciledMsMax = 3_600_000
/** They read each closed period of the ledger again within a week; later than this, the alert MediagenLedgerNotProven fires. */
const provenMsMax = 9 * 24 * 3_600_000

/** Whether the service is well: every problem in words with where to look, or what was looked at. */
export function Health({ overview }: { readonly overview: Overview }) {
  const { data: readiness = null, isPending } = useQuery({
    queryKey: ['readiness'],
    queryFn: readReadiness,
    refetchInterval: 5_000,
  })
  const problems = problemsOf(overview, readiness)
  const isKnown = readiness !== null || isPending
  const state = problems.length > 0 ? 'health unwell' : isKnown ? 'health well' : 'health'
  const title = isKnown ? 'All is well' : 'No problem found, but readiness is not known'
  return (
    <section className={state} aria-label="Health">
      <h2>{problems.length === 0 ? title : counted(problems.length, 'problem', 'problems')}</h2>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ what, href, where }) => (
            <li key={what}>
              {what} <a href={href}>{where}</a>
            </li>
          ))}
        </ul>
      )}
      <p>{seenIn(overview, readiness)}</p>
    </section>
  )
}

/** What the probe says, by check; null where it is not reachable, as behind a proxy that forwards /admin alone. */
async function readReadiness(): Promise<Readiness> {
  const answer = await fetch('/readyz')
    .then((response) => response.json())
    .catch(() => undefined)
  return answer?.checks ?? null
}

function seenIn({ queue, engines, lastReconciliation }: Overview, readiness: Readiness): string {
  const up = engines.filter((engine) => engine.health === 'up' && !fails(engine)).length
  const seen = [
    readiness === null ? 'Readiness not known here' : 'Ready',
    engines.length === 0
      ? 'no engine is configured'
      : `${up} of ${counted(engines.length, 'engine', 'engines')} up`,
    `${counted(queue.workers.filter(({ isAlive }) => isAlive).length, 'worker', 'workers')} alive`,
    queue.waiting === queue.blocked
      ? 'no task waits for an engine'
      : `the oldest waiting task is ${duration(oldestOf(queue))} old`,
    lastReconciliation === null ? 'the ledger is not reconciled yet' : ledgerText(lastReconciliation),
  ]
  return `${seen.join(', ')}.`
}

function ledgerText({
  disagreements,
  endedAt,
  provenSince,
}: NonNullable<Overview['lastReconciliation']>): string {
  const text = `the ledger ${disagreements === 0 ? 'agreed' : 'disagreed'} at ${timeText(endedAt)}`
  return provenSince === null ? text : `${text}, and all of its past since ${timeText(provenSince)}`
}

function problemsOf(
  { queue, engines, failures, lastReconciliation, databaseClockAheadSeconds: ahead }: Overview,
  readiness: Readiness,
): Problem[] {
  const problems: Problem[] = []
  const add = (what: string, href = '#/service', where = 'Service') => problems.push({ what, href, where })
  for (const [check, outcome] of Object.entries(readiness ?? {}))
    if (outcome !== 'ok') add(`This process is not ready: its check of ${check} fails.`)
  if (!queue.workers.some(({ isAlive }) => isAlive)) add('No worker is alive: nothing is generated.')
  for (const { worker, isAlive, interrupted } of queue.workers)
    if (!isAlive)
      add(
        `The worker ${worker} is dead, with ${counted(interrupted, 'task', 'tasks')} that others take over.`,
      )
  for (const engine of engines) if (engine.health === 'down' || fails(engine)) add(illnessOf(engine))
  for (const what of pausesIn(queue, engines)) add(what)
  for (const { product, ended, failed, refused } of failures.failing)
    add(
      `${failed} of ${counted(ended, `${product} task`, `${product} tasks`)} that ended in the last 15 minutes failed${refused === failed ? ', all with INVALID_INPUT' : ''}.`,
      addressOf('tasks', { status: 'FAILED', product, endedFrom: minutesAgo(15) }),
      'Failed tasks',
    )
  for (const { name, running, waiting } of takenSlotsOf(queue, engines))
    add(
      `${running === 1 ? 'The one running task is' : `All ${running} running tasks are`} at ${name}; other products wait: ${waiting.join(', ')}.`,
      '#/tasks?status=PROCESSING',
      'Running tasks',
    )
  if (oldestOf(queue) >= oldSeconds)
    add(
      `The oldest task has waited for ${duration(oldestOf(queue))}.`,
      '#/tasks?status=QUEUED',
      'Waiting tasks',
    )
  if (Math.abs(ahead) > apartSeconds)
    add(
      `The database's clock is ${duration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of this process: nothing old is erased until they agree.`,
    )
  if (lastReconciliation === null) return problems
  const { disagreements, endedAt, provenSince } = lastReconciliation
  const ageMs = Date.now() - Date.parse(endedAt)
  if (disagreements > 0)
    add(`The last reconciliation found ${counted(disagreements, 'disagreement', 'disagreements')}.`)
  if (ageMs > reconciledMsMax) add(`The ledger was last reconciled ${duration(ageMs / 1000)} ago.`)
  const provenAgeMs = provenSince === null ? 0 : Date.now() - Date.parse(provenSince)
  if (provenAgeMs > provenMsMax)
    add(`A part of the closed ledger was last read again ${duration(provenAgeMs / 1000)} ago.`)
  return problems
}

type Engine = Overview['engines'][number]

const fails = ({ failuresInARow }: Engine): boolean => failuresInARow >= failuresInARowMin

function illnessOf(engine: Engine): string {
  const { name, health, failuresInARow, downSince, failingSince, lastError } = engine
  const isDown = health === 'down'
  const begun = isDown ? downSince : failingSince
  const since = begun === null ? '' : ` since ${timeText(begun)}`
  const state = isDown
    ? `is down${since} after ${failuresInARow} failures in a row; ${nextTryOf(engine)}`
    : `has been failing${since}, ${failuresInARow} times in a row`
  return `The engine ${name} ${state}.${lastError === null ? '' : ` ${lastOf(lastError)}`}`
}

/** The reason is the engine's own sentence, which may end with a full stop or not. */
function lastOf({ what, reason }: NonNullable<Engine['lastError']>): string {
  return `Last error: ${[what, reason].filter(Boolean).join(': ').replace(/\.+$/, '')}.`
}

/** The engine that has every running task while tasks wait that it would not be given. */
function takenSlotsOf({ running, products }: Queue, engines: Overview['engines']) {
  return engines
    .filter(({ inFlight }) => running > 0 && inFlight >= running)
    .map(({ name, productsServed }) => ({
      name,
      running,
      waiting: products
        .filter(
          ({ product, waiting, blocked, oldestWaitingSeconds }) =>
            waiting > blocked &&
            oldestWaitingSeconds >= slotSeconds &&
            productsServed?.includes(product) === false,
        )
        .map(({ product, oldestWaitingSeconds }) => `${product} for ${duration(oldestWaitingSeconds)}`),
    }))
    .filter(({ waiting }) => waiting.length > 0)
}

function oldestOf({ products }: Queue): number {
  const ages = products
    .filter(({ waiting, blocked }) => waiting > blocked)
    .map((one) => one.oldestWaitingSeconds)
  return Math.max(0, ...ages)
}

/** As the minute, so that a link changes no more often than that. */
function minutesAgo(minutes: number): string {
  return `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 16)}:00Z`
}
