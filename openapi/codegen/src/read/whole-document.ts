import { CommandError } from '../command-line.ts'
import { contractEntry } from '../contract-entry.ts'
import type { Contract } from './contract.ts'
import type { ContractSources } from './contract-sources.ts'
import { ContractError, findingsOf, findingText } from './findings.ts'
import { readSources } from './read-sources.ts'
import { bundleSources } from './redocly.ts'
import type { ReferenceRights } from './reference-rights.ts'
import { referencesIn } from './references.ts'
import { upgraded } from './upgrade.ts'

/**
 * The OpenAPI document at a path, YAML or JSON, or in the openapi.yaml of a folder, as one with the files
 * that it refers to. Throws a CommandError for one that is not there or cannot be read.
 */
export async function wholeDocument(path: string, rights: ReferenceRights = {}): Promise<Contract> {
  const entry = await contractEntry(path)
  try {
    const sources = readSources(entry, rights)
    const { content } = sources.open(sources.entry)
    const alone = 'value' in content ? content.value : undefined
    const whole = upgraded(hasOtherFiles(alone) ? await bundled(sources) : structuredClone(alone)).document
    if (isContract(whole)) return { ...whole, components: whole.components ?? { schemas: {} } }
  } catch (error) {
    const reasons = findingsOf(error).map((finding) => `\n  ${findingText(finding)}`)
    throw new CommandError(`${path} cannot be read:${reasons.join('')}`)
  }
  throw new CommandError(`${path} is no OpenAPI document: it has no paths`)
}

async function bundled(sources: ContractSources): Promise<unknown> {
  const { document, findings } = await bundleSources(sources)
  if (findings.some(({ severity }) => severity === 'error')) throw new ContractError(findings)
  return document
}

function hasOtherFiles(document: unknown): boolean {
  return referencesIn(document).some(({ reference }) => !reference.startsWith('#'))
}

function isContract(value: unknown): value is Pick<Contract, 'openapi' | 'paths'> & Partial<Contract> {
  return typeof value === 'object' && value !== null && 'paths' in value && typeof value.paths === 'object'
}
