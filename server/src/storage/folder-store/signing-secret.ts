import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../../core/files/create-folder.ts'

/** Creates the secret for signing links at the first start and keeps it, so that links outlive a restart. */
export async function keepSigningSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'signing-secret')
  createFolder(dataDir)
  // 'wx' fails if the file exists, including when another process was just faster: then that one's secret is
  // used.
  await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
  const secret = await readFile(path, 'utf8')
  if (secret.length < 32) throw new Error(`${path} is damaged: delete it, and a new one is created.`)
  return secret
}
