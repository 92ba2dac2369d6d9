import { existsSync } from 'node:fs'
import { circularReferences } from './circular-references.ts'
import { ContractSources, targetOf } from './contract-sources.ts'
import { ContractError, type Finding } from './findings.ts'
import { nameOf } from './pointer.ts'
import type { ReferenceRights } from './reference-rights.ts'
import { referencesIn } from './references.ts'

/**
 * Reads a document and the files that it refers to. Throws a ContractError with each file that is neither YAML nor
 * JSON, and each reference that leads back to itself or to what it may not read.
 */
export function readSources(entry: string, rights: ReferenceRights = {}): ContractSources {
  const sources = new ContractSources(entry, rights)
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
    for (const { pointer, reference } of referencesIn(content.value)) {
      const target = targetOf(path, reference).path
      const reason = target === path ? undefined : sources.denied(target)
      if (reason !== undefined) findings.push(fault(path, pointer, `the reference ${reference} ${reason}`))
      else if (!isDecodable(reference))
        findings.push(
          fault(path, pointer, `the reference ${reference} has a % that begins no escape: write %25`),
        )
      else if (isDocument(target) && !sources.has(target)) read(target)
    }
  }
  const fault = (path: string, pointer: string, message: string): Finding => {
    const place = { ...sources.locateIn(path, `${pointer}/$ref`), pointer: pointer.slice(1) }
    return { severity: 'error', ...place, where: nameOf(pointer) ?? pointer.slice(2), message }
  }
  read(sources.entry)
  if (findings.length > 0) throw new ContractError(findings)
  const circular = circularReferences(sources).map(({ path, pointer, reference }) =>
    fault(path, pointer, `the reference ${reference} leads back to itself`),
  )
  if (circular.length > 0) throw new ContractError(circular)
  return sources
}

function isDecodable(reference: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(reference)
}

/** A reference may lead to a text, too; those that lead nowhere are found later, with what they stand for. */
function isDocument(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path) && existsSync(path)
}
