import type { Express, RequestHandler } from 'express'
import type { EdgeFacts } from '../facts.ts'
import { expressPath, pathPattern } from './paths.ts'
import type { RouteMethod, RouteRegistry } from './route-edge.ts'

const methods = ['head', 'get', 'put', 'post', 'delete', 'patch'] as const satisfies RouteMethod[]

/** Routes that are added to an app in the order of `operations`, in whatever order they were registered. */
export interface OrderedRoutes {
  readonly registry: RouteRegistry
  /** `otherMethods` handles the other methods of a path without parameters. */
  addTo(app: Express, otherMethods: RequestHandler): void
}

/**
 * Concrete paths come before those with parameters that match them too, for every method: DELETE of
 * `/todos/search` is not that of `/todos/{id}`. Routes are registered below the paths of `written`.
 */
export function orderedRoutes({ operations }: EdgeFacts, written: EdgeFacts): OrderedRoutes {
  const handlersByRoute = new Map<string, RequestHandler[]>()
  const register =
    (method: string) =>
    (path: string, ...handlers: RequestHandler[]) =>
      void handlersByRoute.set(`${method} ${path}`, handlers)
  const registry: RouteRegistry = {
    head: register('head'),
    get: register('get'),
    put: register('put'),
    post: register('post'),
    delete: register('delete'),
    patch: register('patch'),
  }
  return {
    registry,
    addTo(app, otherMethods) {
      const paths = Object.values(operations).map(({ path }) => path)
      const covered = coveredPaths(paths)
      for (const [at, [id, { method, path }]] of Object.entries(operations).entries()) {
        const route = expressPath(path)
        const handlers = handlersByRoute.get(`${method} ${expressPath(written.operations[id]?.path ?? path)}`)
        const known = methods.find((name) => name === method)
        if (known !== undefined) app[known](route, ...(handlers ?? []))
        if (covered.has(path) && paths[at + 1] !== path) app.all(route, otherMethods)
      }
    },
  }
}

/** The paths without parameters that one with parameters matches too. */
function coveredPaths(paths: readonly string[]): ReadonlySet<string> {
  const open = [...new Set(paths)].filter((path) => path.includes('{')).map(pathPattern)
  const concrete = [...new Set(paths)].filter((path) => !path.includes('{'))
  return new Set(concrete.filter((path) => open.some((pattern) => pattern.test(path))))
}
