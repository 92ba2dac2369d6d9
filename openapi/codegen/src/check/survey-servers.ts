import { type Contract, httpMethods } from '../read/contract.ts'
import { type Fault, operationKey } from '../read/faults.ts'
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
  const own = Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    httpMethods.flatMap((method): Fault[] => {
      const { servers } = item[method] ?? {}
      const [first] = servers ?? item.servers ?? []
      if (item[method] === undefined || first === undefined || serverPath(first) === base) return []
      const where = operationKey(method, path)
      return [
        {
          trail: ['paths', path, ...(servers === undefined ? [] : [method]), 'servers'],
          where,
          reason: `has a server of its own, and is served below ${serverPath(first) || '/'}; clients have one base URL`,
          cause: 'an operation has a server of its own, and is served below its path',
          operations: [where],
        },
      ]
    }),
  )
  return [...notices, ...own]
}
