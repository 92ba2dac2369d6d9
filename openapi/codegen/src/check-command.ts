import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ofValidDocument } from './check/lint.ts'
import { type Command, UsageError } from './command-line.ts'
import { contractEntry } from './contract-entry.ts'
import { noticesOf } from './generate.ts'
import { ContractError, type Finding, findingsOf, findingText } from './read/findings.ts'
import { readSources } from './read/read-sources.ts'
import {
  type ReferenceRights,
  rightsFlags,
  rightsHelp,
  rightsOf,
  rightsUsage,
  rightsValues,
} from './read/reference-rights.ts'

export const command: Command = {
  usage: `CONTRACT [--json] ${rightsUsage}`,
  help: `  CONTRACT  an OpenAPI 3.1 document, or a folder with an openapi.yaml
  --json    prints the findings as one JSON document: file, line, column, pointer, where, message, severity
${rightsHelp}

Names the line of everything that is no valid OpenAPI or cannot be generated, and what would be left out.`,
  flags: ['json', ...rightsFlags],
  values: rightsValues,
  wordsMax: 1,
  run: async ({ words: [contract], flags, values }) => {
    if (contract === undefined) throw new UsageError('name a contract')
    const findings = await faultsAndNotices(
      await contractEntry(resolve(contract)),
      rightsOf({ flags, values }),
    )
    const isRejected = findings.some(({ severity }) => severity === 'error')
    if (flags.has('json')) console.log(JSON.stringify({ findings }, null, 2))
    else if (isRejected) console.error(new ContractError(findings).message)
    else
      console.log(
        [
          ...findings.map((notice) => `notice: ${findingText(notice)}`),
          'The contract can be generated.',
        ].join('\n'),
      )
    return isRejected ? 1 : 0
  },
}

/** What is wrong with a contract, or would be left out of what is generated. */
export async function faultsAndNotices(
  entry: string,
  rights: ReferenceRights = {},
): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'codegen-check-'))
  try {
    const sources = readSources(entry, rights)
    return await ofValidDocument(sources, () => noticesOf(sources, join(folder, 'openapi.json')))
  } catch (error) {
    return findingsOf(error)
  } finally {
    await rm(folder, { recursive: true })
  }
}
