import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ofValidDocument } from './check/lint.ts'
import { type Command, UsageError } from './command-line.ts'
import { contractEntry } from './contract-entry.ts'
import { noticesOf } from './generate.ts'

export const command: Command = {
  usage: 'CONTRACT',
  help: `  CONTRACT  an OpenAPI 3.1 document, or a folder with an openapi.yaml

Names the line of everything that is no valid OpenAPI or cannot be generated, and what would be left out.`,
  wordsMax: 1,
  run: async ({ words: [contract] }) => {
    if (contract === undefined) throw new UsageError('name a contract')
    const entry = await contractEntry(resolve(contract))
    const folder = await mkdtemp(join(tmpdir(), 'codegen-check-'))
    try {
      const notices = await ofValidDocument(entry, noticesOf(entry, join(folder, 'openapi.json')))
      for (const notice of notices) console.log(`notice: ${notice}`)
      console.log('The contract can be generated.')
      return 0
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      return 1
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
