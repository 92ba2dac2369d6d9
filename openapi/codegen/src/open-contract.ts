import { withSortedComponents } from './read/bundle.ts'
import { concernedOperations } from './read/concerned-operations.ts'
import type { ContractSources } from './read/contract-sources.ts'
import { type Finding, isPlaced } from './read/findings.ts'
import { pointerKeys } from './read/pointer.ts'
import { bundleSources, lintSources } from './read/redocly.ts'
import { type Invalid, type ReadContract, readDocument } from './read-document.ts'
import type { Settings } from './settings.ts'

/**
 * Reads a contract. Throws a ContractError with everything that cannot be generated, and what is no valid OpenAPI:
 * Redocly checks structure and references, but no style.
 */
export async function openContract(sources: ContractSources, settings: Settings): Promise<ReadContract> {
  const problems = await lintSources(sources)
  const { document, findings } = await bundleSources(sources)
  const concerned = concernedOperations(sources)
  const renamed = findings.filter(({ severity }) => severity === 'notice')
  const invalid = [...sources.notices, ...problems, ...renamed].filter(isUnread).map(
    (finding): Invalid => ({
      finding: isWords(finding) ? { ...finding, severity: 'notice' } : finding,
      operations: isPlaced(finding) ? concerned(finding) : undefined,
    }),
  )
  return readDocument(Object(withSortedComponents(document)), settings, {
    locate: (trail) => sources.locate(trail),
    invalid,
  })
}

/** What is read all the same: words of OpenAPI 3.0 in every version. */
function isUnread({ pointer = '', message }: Finding): boolean {
  return (
    !/^(nullable|exclusiveM..imum)$/.test(pointerKeys(pointer).at(-1) ?? '') && !/\bnullable\b/.test(message)
  )
}

/** What nothing is generated of: a mistake there keeps nobody from serving the contract. */
const wordsOnly = new Set(
  'example examples links callbacks externalDocs xml tags info summary description'.split(' '),
)
const names = new Set(
  'properties patternProperties paths responses headers content parameters schemas mapping'.split(' '),
)

function isWords({ pointer = '' }: Finding): boolean {
  const keys = pointerKeys(pointer)
  return keys.some(
    (key, at) => (wordsOnly.has(key) || key.startsWith('x-')) && !names.has(keys[at - 1] ?? ''),
  )
}
