import { sql } from 'kysely'
import { signLink } from '../../../server/src/storage/folder-store/signed-link.ts'
import { pngOf } from '../../integration/support/images.ts'
import type { TestAccount, TestService } from '../../support/service.ts'

/**
 * What an attacker may know and name: one account of their own, and objects of another account that they must
 * not reach.
 */
export interface World {
  readonly own: TestAccount
  /** Keys of another account without money, revoked, unknown, and in no form of a key. */
  readonly oddKeys: readonly string[]
  /** By role, in a fixed order and number, so that the same draw names the same role in every run. */
  readonly taskIds: readonly string[]
  readonly uploadIds: readonly string[]
  readonly effectIds: readonly string[]
  readonly assetIds: readonly string[]
  /**
   * Targets of signed links: of a result, of an upload that waits for its bytes, expired, and of another
   * account.
   */
  readonly links: readonly string[]
  /** The validator of that result. */
  readonly etag: string
}

/**
 * The secret of the in-process service (test/support/service.ts), to sign links that have expired or expire
 * far in the future.
 */
export const signingSecret = 'a secret of the tests, long enough for the rule'

const balance = '1000.00'
const effectIds = ['push-in', 'noir', 'oil-painting', 'none']

/** A new own account with a task in every state and uploads of every kind, beside other accounts. */
export async function createWorld(service: TestService): Promise<World> {
  const [own, other] = [await service.createAccount(balance), await service.createAccount(balance)]
  const poor = await service.createAccount('0.00')
  const ready = await own.upload(pngOf(64, 48), 'image/png')
  const [pending, awaited] = [await reserve(own), await reserve(own)]
  const succeeded = await accept(own)
  const others = await accept(other)
  await service.runQueue()
  const cancelled = await accept(own)
  await own.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
  const waiting = await accept(own)
  const result = await resultOf(own, succeeded)
  const othersResult = await resultOf(other, others)
  const { pathname } = new URL(result, service.baseUrl)
  const { headers } = await fetch(new URL(result, service.baseUrl), { method: 'HEAD' })
  return {
    own,
    oddKeys: [
      poor.apiKey,
      await revokedKeyOf(service),
      own.apiKey.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      'none',
      '',
    ],
    taskIds: [waiting, succeeded, cancelled, others, '0'.repeat(24)],
    uploadIds: [ready.body.id, pending.id, '0'.repeat(32)],
    effectIds,
    assetIds: [ready.body.id, ready.body.id, ready.body.id, pending.id, '0'.repeat(32)],
    links: [
      result,
      awaited.target,
      othersResult,
      linkTo(pathname, Date.now() - 1),
      linkTo(pathname, Number.MAX_SAFE_INTEGER),
      linkTo('/objects/results/none/1-0.png', Date.now() + 60_000),
    ],
    etag: headers.get('ETag') ?? '',
  }
}

function linkTo(pathname: string, expiresAtMs: number): string {
  const key = pathname.replace('/objects/', '')
  const terms = { method: 'GET', key, contentType: 'image/png', fileName: 'a.png', expiresAtMs } as const
  return `${pathname}?${signLink(signingSecret, terms)}`
}

async function accept(account: TestAccount): Promise<string> {
  const { status, body } = await account.call('POST', '/api/v1/images/generations', {
    prompt: 'a lighthouse',
  })
  if (status !== 200) throw new Error(`A plain generation got ${status}.`)
  return body.id
}

async function reserve(account: TestAccount): Promise<{ id: string; target: string }> {
  const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  return { id: body.id, target: targetOf(body.uploadUrl) }
}

async function resultOf(account: TestAccount, taskId: string): Promise<string> {
  const { body } = await account.call('GET', `/api/v1/tasks/${taskId}`)
  return targetOf(body.output.images[0].url)
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

async function revokedKeyOf({ createAccount, database }: TestService): Promise<string> {
  const { accountId, apiKey } = await createAccount('10.00')
  await database.autocommit((db, now) =>
    db.updateTable('api_keys').set({ revoked_at: now }).where('account_id', '=', accountId).execute(),
  )
  return apiKey
}

/** In micro-dollars. */
export interface Money {
  readonly balance: bigint
  readonly reserved: bigint
}

/** The money of all accounts together. */
export async function totalMoney({ database }: TestService): Promise<Money> {
  const { rows } = await database.read((db) =>
    sql<Money>`select sum(balance) as balance, sum(reserved) as reserved from accounts`.execute(db),
  )
  return rows[0] ?? { balance: 0n, reserved: 0n }
}
