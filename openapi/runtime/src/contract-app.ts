import express, { type Express, type RequestHandler } from 'express'
import type { Contract } from './contract.ts'
import { withBasePath } from './edge/base-path.ts'
import { beginRequest, type RequestEnd } from './edge/begin-request.ts'
import { controllersFor } from './edge/controllers-for.ts'
import { inTurn } from './edge/in-turn.ts'
import { knownPaths } from './edge/known-paths.ts'
import { rejectMalformedPath } from './edge/malformed-path.ts'
import { rejectUnimplemented, type StepDependencies, stepsBefore } from './edge/operation-steps.ts'
import { orderedRoutes } from './edge/ordered-routes.ts'
import { expressPath } from './edge/paths.ts'
import './edge/request-state.ts'
import { type ErrorHandling, errorHandler } from './errors/error-handler.ts'
import { ContractTemplateService } from './validation/contract-template-service.ts'

/** What a contract's app does beside the contract, whatever the types of the contract are. */
export interface EdgeOptions extends ErrorHandling {
  /** Called once a response has been sent or its client has gone: for logs and metrics. */
  readonly onRequestEnd?: (end: RequestEnd) => void
  /** Handlers of every request, after its id is assigned: CORS, for example. */
  readonly before?: readonly RequestHandler[]
  /**
   * Where the paths of the contract begin: '' behind a gateway that strips what they have in common.
   * @default the path of the contract's first server
   */
  readonly basePath?: string
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
export function contractApp(given: Contract, apis: object, options: EdgeOptions & StepDependencies): Express {
  const contract = withBasePath(given, options.basePath)
  const { operations } = contract
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
  const begin = beginRequest(contract, options.onRequestEnd)
  app.use(inTurn(begin, ...before, rejectMalformedPath(contract), handleOptions))
  const routes = orderedRoutes(contract, given)
  contract.registerRoutes(routes.registry, {
    stepsBefore: (operation) => {
      const facts = operations[operation]
      if (facts === undefined) throw new Error(`The contract has no operation ${operation}.`)
      return Reflect.get(apis, facts.tag) === undefined
        ? rejectUnimplemented(operation)
        : stepsBefore(contract, options, operation, facts)
    },
    templateService: new ContractTemplateService(contract),
    controllers: controllersFor(contract.controllers, apis),
  })
  // On the app itself: a router of their own would cost each request its set-up.
  routes.addTo(app, leftOver)
  app.use(...pages.routes, leftOver, errorHandler(contract, options))
  return app
}
