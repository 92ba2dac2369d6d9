import type { ContractSources } from '../read/contract-sources.ts'
import { ContractError, distinct } from '../read/findings.ts'
import { lintSources } from '../read/redocly.ts'

/**
 * The result of generating from a document that is valid OpenAPI. Throws a ContractError for one that is not,
 * with what Redocly finds besides what the generator rejects: whatever else goes wrong only follows from that.
 */
export async function ofValidDocument<Result>(
  sources: ContractSources,
  generate: () => Promise<Result>,
): Promise<Result> {
  const problems = await lintSources(sources)
  if (problems.length === 0) return generate()
  const [outcome] = await Promise.allSettled([generate()])
  const faults =
    outcome.status === 'rejected' && outcome.reason instanceof ContractError ? outcome.reason.findings : []
  const others = problems.filter(
    ({ file, line }) => !faults.some((fault) => fault.file === file && fault.line === line),
  )
  throw new ContractError(distinct([...faults, ...others]))
}
