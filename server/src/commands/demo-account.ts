import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Usd } from '../domain/usd.js'
import { createAdministration } from '../use-cases/administer-accounts.js'
import { createAuthenticate } from '../use-cases/authenticate.js'
import type { Core } from '../wire.js'

/** Enough for a thousand images. */
const demoBalance = Usd.parse('100.00')

/**
 * The embedded mode's first account: created if there is none yet, with its key in the data folder (readable
 * by its owner only), so that every start can print a working key. undefined once the operator has revoked
 * the key or removed the file.
 */
export async function keepDemoAccount(core: Core): Promise<string | undefined> {
  const path = join(core.config.dataDir, 'demo-api-key')
  const administration = createAdministration(core.database)
  if ((await administration.listAccounts()).length === 0) {
    const { apiKey } = await administration.createAccount({ balance: demoBalance })
    await mkdir(core.config.dataDir, { recursive: true })
    await writeFile(path, apiKey, { mode: 0o600 })
    return apiKey
  }
  const apiKey = await readFile(path, 'utf8').catch(() => undefined)
  if (apiKey === undefined) return undefined
  const account = await createAuthenticate(core.database)(apiKey)
  return account === undefined ? undefined : apiKey
}
