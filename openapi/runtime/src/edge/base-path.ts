import type { EdgeFacts } from '../facts.ts'

/** The contract below another path than that of its server; what has a server of its own stays where it is. */
export function withBasePath<Facts extends EdgeFacts>(contract: Facts, basePath = contract.basePath): Facts {
  const to = basePath.replace(/\/+$/, '')
  const from = contract.basePath
  const operations = Object.entries(contract.operations).map(([id, facts]) => {
    const { path } = facts
    return [id, path.startsWith(`${from}/`) ? { ...facts, path: `${to}${path.slice(from.length)}` } : facts]
  })
  return { ...contract, basePath: to, operations: Object.fromEntries(operations) }
}
