import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile } from '../../core/files/create-file.ts'
import { createFolder } from '../../core/files/create-folder.ts'

/** Creates the secret for signing links at the first start and keeps it, so that links outlive a restart. */
export async function keepSigningSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'signing-secret')
  createFolder(dataDir)
  // If another process was just faster, its secret is used.
  await createFile(path, randomBytes(32).toString('base64url'), 0o600)
  const secret = await readFile(path, 'utf8')
  if (secret.length < 32) throw new Error(`${path} is damaged: delete it, and a new one is created.`)
  return secret
}
