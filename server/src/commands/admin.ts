import { runAdmin } from '../admin/run-admin.js'
import { readConfig } from '../config.js'
import { migrate } from '../database/migrate.js'
import { createAdministration } from '../use-cases/administer-accounts.js'
import { wireCore } from '../wire.js'

/** `mediagen admin …`: prints only the command's result, so that a program can read it. */
export async function admin(argv: readonly string[]): Promise<number> {
  return runAdmin(openAccounts, argv, {
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  })
}

async function openAccounts(): Promise<Awaited<ReturnType<Parameters<typeof runAdmin>[0]>>> {
  const config = readConfig()
  const core = await wireCore({ ...config, logLevel: 'silent' }, { purpose: 'work' })
  // An embedded service may not have been started yet; otherwise operators decide when the schema changes.
  if (config.databaseUrl.startsWith('sqlite:')) await migrate(core.database)
  return { accounts: createAdministration(core.database, core.objectStore), close: () => core.close() }
}
