import { existsSync } from 'node:fs'
import { circularReferences } from './circular-references.ts'
import { ContractSources, targetOf } from './contract-sources.ts'
import { ContractError, type Finding } from './findings.ts'
import { nameOf } from './pointer.ts'
import { referencesIn } from './references.ts'

/**
 * Reads a document and the files that it refers to. Throws a ContractError with each file that is neither YAML nor
 * JSON, and each reference that leads back to itself.
 */
export function readSources(entry: string): ContractSources {
  const sources = new ContractSources(entry)
  const findings: Finding[] = []
  const read = (path: string): void => {
    const { content } = sources.open(path)
    if ('fault' in content) {
      const { message, ...position } = content.fault
      findings.push({
        severity: 'error',
        ...sources.locateIn(path, ''),
        ...position,
        where: 'document',
        message,
      })
      return
    }
    for (const { reference } of referencesIn(content.value)) {
      const target = targetOf(path, reference).path
      if (isDocument(target) && !sources.has(target)) read(target)
    }
  }
  read(entry)
  if (findings.length > 0) throw new ContractError(findings)
  const circular = circularReferences(sources).map(({ path, pointer, reference }): Finding => {
    const message = `the reference ${reference} leads back to itself`
    const place = { ...sources.locateIn(path, `${pointer}/$ref`), pointer: pointer.slice(1) }
    return { severity: 'error', ...place, where: nameOf(pointer) ?? pointer.slice(2), message }
  })
  if (circular.length > 0) throw new ContractError(circular)
  return sources
}

/** A reference may lead to a text, too; those that lead nowhere are found later, with what they stand for. */
function isDocument(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path) && existsSync(path)
}
