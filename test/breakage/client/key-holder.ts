import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyAdministration } from '../../../server/src/operator/api-keys.ts'
import type { Outcome, Recorder } from '../judge/history.ts'
import type { IssueKey, KeyChanges, UseKey } from '../judge/key-operations.ts'
import type { HttpTransport } from './http-transport.ts'

interface KeyHolderOptions {
  readonly recorder: Recorder
  readonly transport: HttpTransport
  readonly administration: KeyAdministration
  /** Has no clients but this one. */
  readonly accountId: string
  readonly random: () => number
}

interface HeldKey {
  readonly id: string
  readonly secret: string
}

/** How many keys are tried, of which the older ones have ended. */
const keysMax = 12
const lifetimeMsMax = 4_000
const overlapMsMax = 4_000
const changeEveryMs = 400
const noTask = '0'.repeat(26)

/** An operator who issues, rotates, restricts and revokes keys, and somebody who tries them, also those that have ended. */
export function createKeyHolder({
  recorder,
  transport,
  administration,
  accountId,
  random,
}: KeyHolderOptions) {
  const keys: HeldKey[] = []
  const pick = () => keys[Math.floor(random() * keys.length)]

  function keep(key: HeldKey): void {
    keys.push(key)
    if (keys.length > keysMax) keys.shift()
  }

  /** Nobody knows what an error left behind: the database may have lost the answer to a COMMIT. */
  async function change<F extends keyof KeyChanges>(
    f: F,
    asked: KeyChanges[F]['asked'],
    act: () => Promise<Omit<KeyChanges[F]['found'], 'answeredAtMs'>>,
  ): Promise<void> {
    await recorder.record(f, asked, async (): Promise<Outcome> => {
      try {
        return { type: 'ok', value: { ...(await act()), answeredAtMs: Date.now() } }
      } catch {
        return { type: 'info', value: asked }
      }
    })
  }

  async function issue(): Promise<void> {
    const expiresAtMs = random() < 0.3 ? Math.ceil(Date.now() + random() * lifetimeMsMax) : undefined
    const asked: IssueKey['asked'] = { expiresAtMs, isReadOnly: random() < 0.2 }
    await change('issue', asked, async () => {
      const { keyId, apiKey } = await administration.issueApiKey(accountId, { properties: asked })
      keep({ id: keyId, secret: apiKey })
      return { key: keyId }
    })
  }

  async function rotate({ id }: HeldKey): Promise<void> {
    await change('rotate', { key: id }, async () => {
      const rotated = await administration.rotateApiKey(id, { overlapMs: Math.ceil(random() * overlapMsMax) })
      keep({ id: rotated.keyId, secret: rotated.apiKey })
      return { newKey: rotated.keyId, expiresAtMs: Date.parse(rotated.replacedKeyExpiresAt) }
    })
  }

  const restrict = ({ id }: HeldKey) =>
    change('restrict', { key: id }, async () => {
      await administration.setApiKey(id, { isReadOnly: true })
      return {}
    })
  const revoke = ({ id }: HeldKey) =>
    change('revoke', { key: id }, async () => {
      await administration.revokeApiKey(id)
      return {}
    })

  async function use({ id, secret }: HeldKey): Promise<void> {
    const does = random() < 0.5 ? 'read' : 'change'
    const asked: UseKey['asked'] = { account: accountId, key: id, does, sentAtMs: Date.now() }
    await recorder.record('use', asked, async (): Promise<Outcome> => {
      const response = await transport.sendWith(
        secret,
        does === 'read'
          ? { method: 'GET', path: '/api/v1/me' }
          : { method: 'POST', path: `/api/v1/tasks/${noTask}/cancel` },
      )
      if (typeof response === 'string' || response.status >= 500)
        return { type: 'fail', value: { code: 'NO_RESPONSE' } }
      const { status, body } = response
      const named = does === 'read' && status === 200 && { account: body.id, keyId: body.key?.id }
      return { type: 'ok', value: { status, ...named, answeredAtMs: Date.now() } }
    })
  }

  return {
    async change(): Promise<void> {
      const chance = random()
      const key = pick()
      if (key === undefined || chance < 0.4) await issue()
      else if (chance < 0.6) await rotate(key)
      else if (chance < 0.7) await restrict(key)
      else await revoke(key)
      await sleep(changeEveryMs)
    },
    async use(): Promise<void> {
      const key = pick()
      if (key !== undefined) await use(key)
    },
  }
}
