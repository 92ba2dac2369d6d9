import { setTimeout as sleep } from 'node:timers/promises'
import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import type { Database } from '../../../server/src/database/database.ts'
import { DatabaseUnavailableError } from '../../../server/src/database/database-unavailable-error.ts'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import { scrubOldTasks } from '../../../server/src/use-cases/sweeps/retention.ts'
import { reconcileLedger } from '../../../server/src/use-cases/sweeps/sweeps.ts'
import { createClient } from '../client/client.ts'
import { createHttpTransport } from '../client/http-transport.ts'
import { priceOf } from '../client/requests.ts'
import { bodyOf } from '../judge/acceptances.ts'
import { untilAllHaveEnded } from '../judge/at-rest.ts'
import { Recorder } from '../judge/history.ts'
import { endedMs, findMisplaced, lapseClaims, type Past, readPast, text } from '../judge/misplaced.ts'
import type { Service } from '../service/service.ts'

/** How often processes that archive and restore were started, and how they ended. */
export interface Moves {
  readonly killed: number
  readonly ended: number
  /** What the reconciliation found meanwhile. */
  readonly disagreements: readonly string[]
}

const tasksPerAccount = 16
/** Each of its tasks has two entries, so that they are in some ten periods. */
const entriesPerPeriod = 10
/** Of the load, which makes a thousand entries a run. */
const entriesPerPeriodLater = 200
/** Of four archives. */
const stepsMax = 50
const stepMs = 10
/** Where the database is away. */
const hangingMs = 5_000
const standstillMsMax = 60_000
/** Goes on for longer where a busy machine has done less. */
const killsMin = 4

/** Has a service make tasks, scrubs them, and closes the ledger behind them. */
export async function makePast(service: Service): Promise<Past> {
  const { parts, urls } = service
  const { database } = parts
  const keys = await openAccounts(database)
  const accountIds = [...keys.keys()]
  const transport = createHttpTransport({
    url: () => urls()[0],
    keyOf: (account) => keys.get(account) ?? '',
  })
  const client = createClient({ recorder: new Recorder(), transport })
  await Promise.all(
    accountIds.map(async (account) => {
      for (let count = 1; count <= tasksPerAccount; count += 1) {
        const wish = { account, key: `key ${count}`, body: bodyOf('image  1', `key ${count}`) }
        const { task } = await client.accept({ ...wish, price: priceOf(parts.catalogue, wish) })
        if (task !== undefined && count % 4 === 0) await client.cancel({ account, task })
      }
    }),
  )
  const open = await untilAllHaveEnded(database, { standstillMsMax })
  if (open.length > 0) throw new Error(open.join('\n'))
  // The first run looks up to where the second one closes.
  for (let run = 0; run < 2; run += 1) await reconcile(service, entriesPerPeriod)
  await makeDue(database, 'scrub-tasks')
  await scrubOldTasks(parts, endedMs)
  return { accountIds, before: await readPast(database, accountIds) }
}

/** One whose key is limited, one whose is not. */
async function openAccounts(database: Database): Promise<Map<string, string>> {
  const administration = createAdministration(database)
  const keys = new Map<string, string>()
  for (const totalLimit of [undefined, Usd.parse('900')]) {
    const { accountId, apiKey } = await administration.createAccount({ balance: Usd.parse('1000') })
    const limited =
      totalLimit && (await administration.issueApiKey(accountId, { properties: { totalLimit } }))
    keys.set(accountId, limited?.apiKey ?? apiKey)
  }
  return keys
}

/**
 * Archives and restores the past again and again, in processes that are killed at random moments; some are frozen for
 * longer than their claim, while another one goes on. Beside them the ledger is closed further.
 */
export async function moveThePast(
  service: Service,
  { random, goesOn }: { readonly random: () => number; readonly goesOn: () => boolean },
): Promise<Moves> {
  let [killed, ended] = [0, 0]
  const disagreements: string[] = []
  const { database } = service.parts
  const start = () => service.startArchiver({ endedMs, restores: random() < 0.5 })
  // By its steps and not by time, so that a busy machine does not kill all of them at the same one.
  const within = async (mover: ReturnType<typeof start>) => {
    const steps = mover.steps.length + 1 + Math.floor(random() * stepsMax)
    // The time of a start is the machine's; one that ends before it is ready has ended.
    await mover.ready.catch(() => undefined)
    await Promise.race([mover.ended, mover.passed(steps), sleep(hangingMs)])
    await sleep(random() * stepMs)
  }
  const end = async (mover: ReturnType<typeof start>) => {
    await mover.kill()
    if ((await mover.ended) === 'SIGKILL') killed += 1
    else ended += 1
  }
  while (goesOn() || killed < killsMin) {
    const mover = start()
    await within(mover)
    if (random() < 0.3) {
      mover.signal('SIGSTOP')
      await whileFailing(() => lapseClaims(database))
      const other = start()
      await within(other)
      mover.signal('SIGCONT')
      await within(mover)
      await end(other)
    }
    await end(mover)
    await whileFailing(() => lapseClaims(database))
    const found = await whileFailing(() => reconcile(service, entriesPerPeriodLater))
    disagreements.push(...(found ?? []))
  }
  return { killed, ended, disagreements }
}

/** Records what is wrong with the past, once nothing moves it any more. */
export async function recordMisplaced(
  service: Service,
  past: Past,
  { killed, ended, disagreements }: Moves,
  recorder: Recorder,
): Promise<readonly (readonly [name: string, value: number])[]> {
  const { errors, figures } = await findMisplaced(service.parts, past)
  for (const error of [...disagreements, ...errors]) recorder.note('misplaced', error)
  return [['archiving or restoring, killed', killed], ['archiving or restoring, ended', ended], ...figures]
}

/** What the reconciliation finds, which closes periods, too. */
async function reconcile({ parts }: Pick<Service, 'parts'>, perPeriod: number): Promise<string[]> {
  await makeDue(parts.database, 'reconcile-ledger')
  const found = await reconcileLedger(parts, { entriesPerPeriod: perPeriod })
  return (found ?? []).map(text)
}

async function makeDue(database: Database, sweep: 'reconcile-ledger' | 'scrub-tasks'): Promise<void> {
  await database.autocommit((db) =>
    db.updateTable('sweep_runs').set({ due_at: 0n }).where('sweep', '=', sweep).execute(),
  )
}

/** undefined while the database is away. */
async function whileFailing<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return undefined
    throw error
  }
}
