import type { Database } from '../../../server/src/database/database.ts'
import { pngChunk } from '../../support/image-metadata.ts'
import { smallestImages } from '../../support/smallest-images.ts'
import type { Exclusively } from '../service/one-at-a-time.ts'
import type { Client } from './client.ts'

/** An upload that clients use as an input. */
interface Input {
  readonly id: string
  readonly account: string
  readonly tasks: string[]
  /** Requests under way that name it. */
  requests: number
  /** Whether hours pass for it right now. */
  isAging: boolean
  /** Whether a request that names it was never answered and so may go on. */
  isUncertain: boolean
}

interface InputsOptions {
  readonly client: Client
  readonly database: Database
  /** Beside no sweep: one that is under way has read the clock already. */
  readonly exclusively: Exclusively
  readonly random: () => number
  /** Whether clients send other bytes through a link that they have used. @default false */
  readonly replacesInputs?: boolean | undefined
}

/** How many are used again. */
const recentMax = 12
const hoursMax = 9
const hourMs = 3_600_000

/**
 * Uploads whose hours pass in no time: the last use of one is set back, together with its tasks. No request takes an
 * hour, so none may be under way that has looked at it and not yet made its task.
 */
export function createInputs({
  client,
  database,
  exclusively,
  random,
  replacesInputs = false,
}: InputsOptions) {
  const inputs: Input[] = []
  const byId = new Map<string, Input>()
  let count = 0

  async function pass(input: Input): Promise<void> {
    const ms = Math.ceil((0.3 + 0.7 * random()) * hoursMax) * hourMs
    input.isAging = true
    // The database may be down; then no time passes.
    const setBack = () =>
      database.transaction(async ({ db }) => {
        await db
          .updateTable('uploads')
          .set((row) => ({ last_used_at: row('last_used_at', '-', BigInt(ms)) }))
          .where('id', '=', input.id)
          .execute()
        if (input.tasks.length === 0) return
        await db
          .updateTable('tasks')
          .set((row) => ({ created_at: row('created_at', '-', BigInt(ms)) }))
          .where('id', 'in', input.tasks)
          .execute()
      })
    await exclusively(setBack).catch(() => undefined)
    input.isAging = false
  }

  return {
    /** One of the account's, or a new one, which the gate may have refused; undefined if that could not be sent. */
    async pick(account: string): Promise<string | undefined> {
      const recent = inputs.filter((input) => input.account === account).slice(-recentMax)
      if (random() < 0.6) {
        const known = recent[Math.floor(random() * recent.length)]
        if (known !== undefined) return known.id
      }
      count += 1
      const replacements =
        replacesInputs && random() < 0.3
          ? { meanwhile: Buffer.from(`no image ${count}`), afterwards: pngWith(`${count} afterwards`) }
          : undefined
      const id = await client.upload(account, pngWith(String(count)), replacements)
      if (id === undefined) return undefined
      const input = { id, account, tasks: [], requests: 0, isAging: false, isUncertain: false }
      inputs.push(input)
      byId.set(id, input)
      await pass(input)
      return id
    },

    /** Has a request that names an input run, unless its hours are passing. */
    async use(id: string, request: () => ReturnType<Client['accept']>): Promise<void> {
      const input = byId.get(id)
      if (input === undefined || input.isAging) return
      input.requests += 1
      const { task, isUnknown } = await request()
      input.requests -= 1
      if (task !== undefined) input.tasks.push(task)
      input.isUncertain ||= isUnknown
    },

    /** Lets some hours pass for one of them. */
    async age(): Promise<void> {
      const idle = inputs
        .slice(-4 * recentMax)
        .filter(({ requests, isAging, isUncertain }) => requests === 0 && !isAging && !isUncertain)
      const input = idle[Math.floor(random() * idle.length)]
      if (input !== undefined) await pass(input)
    },
  }
}

/** A small image that no other one equals. */
function pngWith(comment: string): Uint8Array<ArrayBuffer> {
  const { bytes } = smallestImages['image/png']
  const end = bytes.length - pngChunk('IEND', Buffer.alloc(0)).length
  return Buffer.concat([
    bytes.subarray(0, end),
    pngChunk('tEXt', Buffer.from(`Comment\0${comment}`)),
    bytes.subarray(end),
  ])
}
