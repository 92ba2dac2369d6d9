import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Usd } from '../core/domain/money/usd.ts'
import { createAdministration } from '../operator/administration.ts'
import { createAuthenticate } from '../use-cases/accounts/authenticate.ts'
import type { Parts } from '../wiring/wire.ts'

/** Enough for a thousand images. */
const demoBalance = Usd.parse('100.00')
const demoName = 'Demo account'

/**
 * The embedded mode's first account: created if there is no account yet, with its key in the data folder
 * (readable by its owner only), so that every start can print a working key. undefined once the operator has
 * revoked the key or removed the file.
 */
export async function keepDemoAccount(parts: Parts): Promise<string | undefined> {
  const path = join(parts.config.dataDir, 'demo-api-key')
  const administration = createAdministration(parts.database)
  const [first] = await administration.listAccounts()
  if (first === undefined) {
    await mkdir(parts.config.dataDir, { recursive: true })
    // Empty until the account is committed, so that the next start recognises one that was interrupted in
    // between.
    await writeFile(path, '', { mode: 0o600 })
    return keepKey(path, await administration.createAccount({ balance: demoBalance, name: demoName }))
  }
  const apiKey = await readFile(path, 'utf8').catch(() => undefined)
  if (apiKey === undefined) return undefined
  if (apiKey === '' && first.state === 'CLOSED') return undefined
  if (apiKey === '') return keepKey(path, await administration.issueApiKey(first.id))
  const account = await createAuthenticate(parts.database)(apiKey)
  return account === undefined ? undefined : apiKey
}

async function keepKey(path: string, { apiKey }: { readonly apiKey: string }): Promise<string> {
  await writeFile(`${path}.new`, apiKey, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return apiKey
}
