import { writeFile } from 'node:fs/promises'
import type { Service } from './throwaway-service.ts'

/** Prints the operator's account statement and reconciliation of the ledger, and saves both. */
export async function writeStatement(service: Service, accountId: string, path: string): Promise<void> {
  const statement = await service.adminText('show-account', accountId)
  const reconciliation = await service.adminText('reconcile-ledger')
  const text = `${statement}\n\n${reconciliation}\n`
  await writeFile(path, text)
  process.stdout.write(
    `\nThe account statement, also in out/account-statement.txt:\n\n${text.replace(/^(?=.)/gm, '  ')}`,
  )
}
