import { beginRequest, errorHandler, knownPaths } from '@mediagen/contract/edge'
import express, { type Express } from 'express'
import { requestLog } from '../request-log.ts'
import { type HealthDependencies, metricsPaths, metricsRoutes, probePaths, probeRoutes } from './health.ts'

/** Health and metrics only, for a port that serves no operation of the contract. */
export function createHealthApp(deps: HealthDependencies): Express {
  const { onRequestEnd, onFailure } = requestLog(deps)
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.use(beginRequest(onRequestEnd), probeRoutes(deps), metricsRoutes(deps))
  app.use(knownPaths([...probePaths, ...metricsPaths]))
  app.use(errorHandler({ onFailure }))
  return app
}
