import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, sqliteFileOf } from './config.js'

/** Makes every folder and file that this process and its children create readable by their owner alone. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/**
 * Does the same to what an earlier version, or a restore, created in the embedded mode with another umask. The data folder
 * itself stays as it is, because it may have been made by an operator.
 */
export async function makeFilesPrivate(
  config: Pick<Config, 'databaseUrl' | 'objectStoreUrl' | 'dataDir'>,
): Promise<void> {
  for (const name of ['signing-secret', 'demo-api-key']) await restrict(join(config.dataDir, name), 0o600)
  const database = sqliteFileOf(config)
  const { objectStoreUrl } = config
  if (database !== undefined)
    for (const suffix of ['', '-wal', '-shm']) await restrict(database + suffix, 0o600)
  if (objectStoreUrl.startsWith('file:')) await restrict(objectStoreUrl.slice('file:'.length), 0o700)
}

/** What does not exist yet will be private; what belongs to somebody else is theirs to open or close. */
async function restrict(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'ENOTSUP') throw error
  })
}
