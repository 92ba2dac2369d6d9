import { type Contract, httpMethods, type Server } from '../read/contract.ts'
import { type Fault, operationKey, operationsOf } from '../read/faults.ts'
import { basePath, serverPath } from '../read/normalize.ts'

/**
 * Every path is served below that of the document's first server, or of its own. That other servers have other paths is a
 * notice, because clients have one base URL.
 */
export function surveyServers(contract: Contract): Fault[] {
  const base = basePath(contract)
  const others = (contract.servers ?? []).map(serverPath).filter((path) => path !== base)
  const notices = [...new Set(others)].map((path) => ({
    trail: ['servers'],
    where: 'servers',
    reason: `paths are served below ${base || '/'}, that of the first server, and not below ${path || '/'}`,
  }))
  const own = Object.entries(contract.paths ?? {}).flatMap(([path, item]) => [
    ...ownServers(base, item.servers, ['paths', path, 'servers'], path, operationsOf(path, item)),
    ...httpMethods.flatMap((method) =>
      ownServers(
        base,
        item[method]?.servers,
        ['paths', path, method, 'servers'],
        operationKey(method, path),
        [operationKey(method, path)],
      ),
    ),
  ])
  return [...notices, ...own]
}

function ownServers(
  base: string,
  servers: readonly Server[] | undefined,
  trail: readonly string[],
  where: string,
  operations: readonly string[],
): Fault[] {
  const [first] = servers ?? []
  if (first === undefined || serverPath(first) === base) return []
  const reason = `has a server of its own, and is served below ${serverPath(first) || '/'}; clients have one base URL`
  return [
    {
      trail,
      where,
      reason,
      cause: 'an operation has a server of its own, and is served below its path',
      operations,
    },
  ]
}
