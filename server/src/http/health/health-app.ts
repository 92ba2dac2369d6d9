import express, { type Express } from 'express'
import { answerError } from '../answer-error.js'
import { beginRequest } from '../begin-request.js'
import { knownPaths } from '../known-paths.js'
import { type HealthDependencies, metricsPaths, metricsRoutes, probePaths, probeRoutes } from './health.js'
import '../request-state.js'

/** Health and metrics only, for a port that serves no operation of the contract. */
export function createHealthApp(deps: HealthDependencies): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.use(beginRequest(deps), probeRoutes(deps), metricsRoutes(deps))
  app.use(knownPaths([...probePaths, ...metricsPaths]))
  app.use(answerError({ ...deps, isOutage: () => false }))
  return app
}
