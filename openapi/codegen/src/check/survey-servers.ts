import { type Contract, httpMethods, type Server } from '../read/contract.ts'
import { type Fault, operationKey } from '../read/faults.ts'
import { basePath, serverPath } from '../read/normalize.ts'

/**
 * Every path is served below that of the document's first server. Another path for some operations is a
 * fault, because their clients would not find them; other paths for all of them are a notice.
 */
export function surveyServers(contract: Contract): { faults: Fault[]; notices: Fault[] } {
  const base = basePath(contract)
  const others = (contract.servers ?? []).map(serverPath).filter((path) => path !== base)
  const notices = [...new Set(others)].map((path) => ({
    trail: ['servers'],
    where: 'servers',
    reason: `paths are served below ${base || '/'}, that of the first server, and not below ${path || '/'}`,
  }))
  const faults = Object.entries(contract.paths ?? {}).flatMap(([path, item]) => [
    ...serverFaults(base, item.servers, ['paths', path, 'servers'], path, operationsOf(path, item)),
    ...httpMethods.flatMap((method) =>
      serverFaults(
        base,
        item[method]?.servers,
        ['paths', path, method, 'servers'],
        operationKey(method, path),
        [operationKey(method, path)],
      ),
    ),
  ])
  return { faults, notices }
}

function serverFaults(
  base: string,
  servers: readonly Server[] | undefined,
  trail: readonly string[],
  where: string,
  operations: readonly string[],
): Fault[] {
  const [first] = servers ?? []
  if (first === undefined || serverPath(first) === base) return []
  const reason = `has a server of its own, below ${serverPath(first) || '/'}; every path is served below ${base || '/'}, that of the document's first server`
  return [{ trail, where, reason, cause: 'has a server of its own, below another path', operations }]
}

function operationsOf(path: string, item: object): string[] {
  return httpMethods.filter((method) => method in item).map((method) => operationKey(method, path))
}
