import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../core/errors.ts'
import { type Config, sqliteFileOf } from './config.ts'

/** Makes every folder and file that this process and its children create accessible to their owner only. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/**
 * Does the same for what an earlier version, or a restore, created in the embedded mode with another umask.
 * The data folder itself keeps its mode, because an operator may have created it.
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

/** Missing files will be created with private access; other users' files are their responsibility. */
async function restrict(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    const code = errorCodeOf(error)
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'ENOTSUP') throw error
  })
}
