import { sendJson } from '@mediagen/contract/edge'
import { type RequestHandler, Router } from 'express'
import Joi from 'joi'
import { shareRunning } from '../../core/async/share-running.ts'
import type { Administration } from '../../operator/administration.ts'
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
import { endpoints } from './endpoints.ts'
import { sendOperatorError } from './operator-errors.ts'
import { bodyOf } from './requests.ts'

const base = '/admin/api'

export interface OperatorApiDependencies extends AccessDependencies {
  /** What operators may do, recorded in the name of this one. */
  readonly administrationOf: (actor: string) => Administration
}

export const operatorApiPaths = [
  { method: 'get', path: `${base}/session` },
  { method: 'post', path: `${base}/sign-in` },
  { method: 'post', path: `${base}/sign-out` },
  ...endpoints.map(({ method, path }) => ({ method, path: `${base}${path}` })),
]

const signInBody = Joi.object<{ token: string }>({ token: Joi.string().required().max(1_000) })

/** The API of the operator's page: below /admin, in no contract, and only for the owner of ADMIN_TOKEN. */
export function operatorApiRoutes(deps: OperatorApiDependencies): Router {
  const { sessions, administrationOf } = deps
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
  for (const { method, path, operation, readInput } of endpoints) {
    const run = operation.isShared ? shareRunning(operation.run) : operation.run
    const route = router.route(`${base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    route[method](identify, async (request, response) => {
      const operator = administrationOf(request.operator ?? 'unknown')
      const input = await readInput(request, response)
      const view = await run(operator, input)
      if (operation.csv === undefined || input.format !== 'csv') return sendJson(response, 200, view)
      response.status(200).type('text/csv; charset=utf-8')
      response.send(`${operation.csv(view).join('\r\n')}\r\n`)
    })
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
