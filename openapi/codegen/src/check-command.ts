import { resolve } from 'node:path'
import { type Command, UsageError } from './command-line.ts'
import { contractEntry } from './contract-entry.ts'
import { openContract } from './open-contract.ts'
import { ContractError, type Finding, findingLines, findingsOf } from './read/findings.ts'
import { readSources } from './read/read-sources.ts'
import {
  type ReferenceRights,
  rightsFlags,
  rightsHelp,
  rightsOf,
  rightsUsage,
  rightsValues,
} from './read/reference-rights.ts'
import { defaultSettings, type Settings } from './settings.ts'

export const command: Command = {
  usage: `CONTRACT [--skip NAME]… [--json] ${rightsUsage}`,
  help: `  CONTRACT  an OpenAPI document of version 3.1, 3.0 or 2.0, or a folder with an openapi.yaml
  --skip    an operation that may be left out, as for generate
  --json    prints the findings as one JSON document: file, line, column, pointer, where, message, severity
${rightsHelp}

Names the line of everything that is no valid OpenAPI or cannot be generated, and what would be left out.`,
  flags: ['json', ...rightsFlags],
  values: rightsValues,
  lists: ['skip'],
  wordsMax: 1,
  run: async ({ words: [contract], flags, values, lists }) => {
    if (contract === undefined) throw new UsageError('name a contract')
    const findings = await faultsAndNotices(
      await contractEntry(resolve(contract)),
      rightsOf({ flags, values }),
      { ...defaultSettings, skip: lists?.get('skip') ?? [] },
    )
    const isRejected = findings.some(({ severity }) => severity === 'error')
    if (flags.has('json')) console.log(JSON.stringify({ findings }, null, 2))
    else if (isRejected) console.error(new ContractError(findings).message)
    else
      console.log(
        [
          ...(findings.length > 0 ? ['Notices:', ...findingLines(findings)] : []),
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
  settings: Settings = defaultSettings,
): Promise<readonly Finding[]> {
  try {
    return [...(await openContract(readSources(entry, rights), settings)).notices]
  } catch (error) {
    return findingsOf(error)
  }
}
