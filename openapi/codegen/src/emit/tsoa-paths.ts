import { type Contract, httpMethods } from '../read/contract.ts'

/** Signs that tsoa or Express give a meaning of their own. */
const special = /[:*?+()!"[\]]/g
/** A slash at the end, which tsoa leaves out. */
const end = '~end~'

/** A path as tsoa leaves it alone. */
export function tsoaPath(path: string): string {
  return path.replaceAll(special, (sign) => `~x${sign.charCodeAt(0).toString(16)}~`).replace(/\/$/, `/${end}`)
}

/** The routes that tsoa made, with the paths of the contract as Express reads them. */
export function withExpressPaths(routes: string): string {
  return routes
    .replaceAll(end, '')
    .replaceAll(
      /~x([\da-f]{2})~/g,
      (_, code: string) => `\\\\${String.fromCharCode(Number.parseInt(code, 16))}`,
    )
}

/** The contract with its paths as tsoa's document has them. */
export function withTsoaPaths(contract: Contract): Contract {
  const paths = Object.entries(contract.paths).map(([path, item]) => {
    const named = Object.entries(item).map(([key, value]) => [
      key,
      httpMethods.some((method) => method === key) ? { operationId: `${key} ${path}`, ...value } : value,
    ])
    return tsoaPath(path) === path ? [path, item] : [tsoaPath(path), Object.fromEntries(named)]
  })
  return { ...contract, paths: Object.fromEntries(paths) }
}
