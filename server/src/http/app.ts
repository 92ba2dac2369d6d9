import express, { type Express, Router } from 'express'
import { controllersFor } from '../generated/controllers.js'
import { operations } from '../generated/operations.js'
import { RegisterRoutes } from '../generated/routes.js'
import type { RateLimiter } from '../ports/rate-limiter.js'
import type { SignedFiles } from '../ports/signed-files.js'
import type { UseCases } from '../use-cases/use-cases.js'
import { answerError } from './answer-error.js'
import { beginRequest } from './begin-request.js'
import { checkHost } from './connection/check-host.js'
import { cors } from './cors.js'
import { docsPaths, docsRoutes } from './files/docs.js'
import { type Gallery, galleryPaths, galleryRoutes } from './files/gallery.js'
import {
  type HealthDependencies,
  metricsPaths,
  metricsRoutes,
  probePaths,
  probeRoutes,
} from './health/health.js'
import { knownPaths } from './known-paths.js'
import { refuseMalformedPath } from './malformed-path.js'
import { createApis } from './operations/apis.js'
import { stepsBefore } from './operations/operation-steps.js'
import './request-state.js'
import { signedLinks } from './files/signed-links.js'

export interface HttpAppDependencies extends HealthDependencies {
  readonly useCases: UseCases
  readonly rateLimiter: RateLimiter
  /** Whether an error means that storage is temporarily unreachable (503), and not a bug (500). */
  readonly isOutage: (error: unknown) => boolean
  /** Origins whose pages may call the service; `*` for any. */
  readonly corsOrigins: readonly string[]
  readonly gallery: Gallery
  /** Whether /metrics is an unknown path here, because it has a separate port. @default false */
  readonly withoutMetrics?: boolean
  /** The files behind the signed links of an object store without a server, served below /objects. */
  readonly signedFiles?: SignedFiles
}

/** The whole service as an Express app that does not listen yet. Keeps no state beyond its dependencies. */
export function createHttpApp(deps: HttpAppDependencies): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.enable('case sensitive routing')
  app.enable('strict routing')

  app.use(beginRequest(deps), cors(deps.corsOrigins), checkHost, refuseMalformedPath)
  if (deps.signedFiles !== undefined) app.use('/objects', signedLinks(deps.signedFiles, deps.useCases))
  const ownPaths = [...docsPaths, ...galleryPaths, ...probePaths]
  const leftOver = knownPaths([
    ...Object.values(operations),
    ...ownPaths,
    ...(deps.withoutMetrics ? [] : metricsPaths),
  ])
  // Before the routers, because each of them would answer OPTIONS with only its own methods.
  app.use((request, response, next) =>
    request.method === 'OPTIONS' ? leftOver(request, response, next) : next(),
  )
  app.use(operationRoutes(deps), docsRoutes(), galleryRoutes(deps.gallery), probeRoutes(deps))
  if (!deps.withoutMetrics) app.use(metricsRoutes(deps))
  app.use(leftOver)
  app.use(answerError(deps))
  return app
}

function operationRoutes(deps: HttpAppDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true })
  RegisterRoutes(router, {
    stepsBefore: (operation) => stepsBefore(deps, operation),
    controllers: controllersFor(createApis(deps.useCases)),
  })
  return router
}
