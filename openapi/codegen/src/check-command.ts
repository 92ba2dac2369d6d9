import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ofValidDocument } from './check/lint.ts'
import { type Command, UsageError } from './command-line.ts'
import { contractEntry } from './contract-entry.ts'
import { noticesOf } from './generate.ts'

export const command: Command = {
  usage: 'CONTRACT [--json]',
  help: `  CONTRACT  an OpenAPI 3.1 document, or a folder with an openapi.yaml
  --json    prints faults and notices as one JSON document

Names the line of everything that is no valid OpenAPI or cannot be generated, and what would be left out.`,
  flags: ['json'],
  wordsMax: 1,
  run: async ({ words: [contract], flags }) => {
    const isJson = flags.has('json')
    if (contract === undefined) throw new UsageError('name a contract')
    const entry = await contractEntry(resolve(contract))
    const folder = await mkdtemp(join(tmpdir(), 'codegen-check-'))
    try {
      const notices = await ofValidDocument(entry, noticesOf(entry, join(folder, 'openapi.json')))
      if (isJson) console.log(JSON.stringify({ faults: [], notices }, null, 2))
      else
        console.log(
          [...notices.map((notice) => `notice: ${notice}`), 'The contract can be generated.'].join('\n'),
        )
      return 0
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (isJson) console.log(JSON.stringify({ faults: reason.split('\n'), notices: [] }, null, 2))
      else console.error(reason)
      return 1
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
