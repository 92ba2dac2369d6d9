import { sendJson } from '@mediagen/contract/edge'
import { type RequestHandler, Router } from 'express'
import type { Administration } from '../../operator/administration.ts'
import type { ShownSettings } from '../../operator/settings-view.ts'
import {
  type AccessDependencies,
  addressOf,
  checkToken,
  pageOperator,
  rejectOtherOrigins,
  requireJson,
  requireOperator,
  requireOwnPage,
} from './access.ts'
import { endpoints, reconcileBooks } from './endpoints.ts'
import { sendOperatorError } from './operator-errors.ts'
import { bodyOf, signInBody } from './requests.ts'

const base = '/admin/api'

export interface OperatorApiDependencies extends AccessDependencies {
  /** The use cases, acting for an operator. */
  readonly administrationOf: (actor: string) => Administration
  readonly settings: () => ShownSettings
}

export const operatorApiPaths = [
  { method: 'get', path: `${base}/session` },
  { method: 'post', path: `${base}/sign-in` },
  { method: 'post', path: `${base}/sign-out` },
  ...Object.entries(endpoints).flatMap(([method, byPath]) =>
    Object.keys(byPath).map((path) => ({ method, path: `${base}${path}` })),
  ),
]

/** The API of the operator's page: below /admin, in no contract, and only for the owner of ADMIN_TOKEN. */
export function operatorApiRoutes(deps: OperatorApiDependencies): Router {
  const { sessions, administrationOf, settings } = deps
  const router = Router({ caseSensitive: true, strict: true })
  router.use(base, name, rejectOtherOrigins, requireJson)
  router.get(`${base}/session`, (request, response) =>
    sendJson(response, 200, { isSignedIn: sessions.find(request) !== undefined }),
  )
  router.post(`${base}/sign-in`, signIn(deps))
  router.post(`${base}/sign-out`, (request, response) => {
    requireOwnPage(request)
    sessions.end(response)
    sendJson(response, 200, {})
  })
  const identify = requireOperator(deps)
  const reconcile = oneAtATime(reconcileBooks)
  for (const [method, byPath] of Object.entries(endpoints)) {
    for (const [path, read] of Object.entries(byPath)) {
      const handle: RequestHandler = async (request, response) => {
        const operator = administrationOf(request.operator ?? 'unknown')
        sendJson(response, 200, await read({ operator, request, response, reconcile, settings }))
      }
      const route = router.route(`${base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
      if (method === 'get') route.get(identify, handle)
      else route.post(identify, handle)
    }
  }
  router.use(base, sendOperatorError)
  return router
}

const name: RequestHandler = (request, _response, next) => {
  request.operation = 'admin'
  next()
}

function signIn(deps: OperatorApiDependencies): RequestHandler {
  return async (request, response) => {
    requireOwnPage(request)
    const address = addressOf(request)
    const { token } = await bodyOf(request, response, signInBody)
    checkToken(deps, address, token)
    const session = deps.sessions.create()
    // The audit entry comes first: no session may exist without one.
    await deps.administrationOf(pageOperator(session.id, address)).recordSignIn(address)
    session.begin(response)
    sendJson(response, 200, {})
  }
}

/** Concurrent requests share a response: a second reader would only slow down the first. */
function oneAtATime<Given, Result>(
  run: (given: Given) => Promise<Result>,
): (given: Given) => Promise<Result> {
  let running: Promise<Result> | undefined
  return (given) => {
    running ??= run(given).finally(() => {
      running = undefined
    })
    return running
  }
}
