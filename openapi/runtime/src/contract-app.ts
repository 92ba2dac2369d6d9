import express, { type Express, type RequestHandler } from 'express'
import { beginRequest, type RequestEnd } from './edge/begin-request.js'
import { inTurn } from './edge/in-turn.js'
import { knownPaths } from './edge/known-paths.js'
import { rejectMalformedPath } from './edge/malformed-path.js'
import { rejectUnimplemented, type StepDependencies, stepsBefore } from './edge/operation-steps.js'
import { expressPath, orderedRoutes } from './edge/ordered-routes.js'
import './edge/request-state.js'
import { type ErrorHandling, errorHandler } from './errors/error-handler.js'
import type { Apis } from './generated/apis.js'
import { controllersFor } from './generated/controllers.js'
import { operations } from './generated/operations.js'
import { RegisterRoutes } from './generated/routes.js'

export interface ContractAppOptions extends StepDependencies, ErrorHandling {
  /** Called once a response has been sent or its client has gone: for logs and metrics. */
  readonly onRequestEnd?: (end: RequestEnd) => void
  /** Handlers of every request, after its id is assigned: CORS, for example. */
  readonly before?: readonly RequestHandler[]
  /** Routes beside the contract's: probes or pages. */
  readonly pages?: {
    readonly routes: readonly RequestHandler[]
    /**
     * What they serve, so that other methods of the same paths get 405 with Allow: a parameter is `{name}`, the rest of a
     * path `*name`.
     */
    readonly paths: readonly { readonly method: string; readonly path: string }[]
  }
}

/** The contract as an Express app, whatever the types of its implementations say. */
export function contractApp(apis: Partial<Apis>, options: ContractAppOptions): Express {
  const { before = [], pages = { routes: [], paths: [] } } = options
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.enable('case sensitive routing')
  app.enable('strict routing')

  const leftOver = knownPaths([
    ...Object.values(operations).map(({ method, path }) => ({ method, path: expressPath(path) })),
    ...pages.paths.map(({ method, path }) => ({ method, path: path.replaceAll(/\{(\w+)\}/g, ':$1') })),
  ])
  // Before the routes, because Express would respond to OPTIONS with the methods of one router only.
  const handleOptions: RequestHandler = (request, response, next) =>
    request.method === 'OPTIONS' ? leftOver(request, response, next) : next()
  app.use(inTurn(beginRequest(options.onRequestEnd), ...before, rejectMalformedPath, handleOptions))
  const routes = orderedRoutes()
  RegisterRoutes(routes.registry, {
    stepsBefore: (operation) =>
      apis[operations[operation].tag] === undefined
        ? rejectUnimplemented(operation)
        : stepsBefore(options, operation),
    controllers: controllersFor(apis),
  })
  // On the app itself: a router of their own would cost each request its set-up.
  routes.addTo(app, leftOver)
  app.use(...pages.routes, leftOver, errorHandler(options))
  return app
}
