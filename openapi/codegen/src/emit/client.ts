import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../package-folder.ts'
import type { Contract } from '../read/contract.ts'
import { operationsOf } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { copiedFile, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'

const source = join(packageFolder, 'client/index.ts')

/**
 * The SDK half next to `openapi.ts`: a method for each operation, with the types of its responses by their
 * status, on openapi-fetch.
 */
export function clientFiles(document: Contract, settings: Settings): Record<string, string> {
  const operations = operationsOf(document, settings)
  const table = Object.fromEntries(operations.map(({ id, method, path }) => [id, { method, path }]))
  return {
    'operations.ts': sourceFile([
      `/** The operations of the contract, by the names of their methods. */\nexport const operations = ${literalText(table, '')} as const`,
    ]),
    'index.ts': copiedFile(readFileSync(source, 'utf8')),
  }
}
