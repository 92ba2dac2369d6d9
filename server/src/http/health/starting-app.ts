import { beginRequest, closeAfter, errorHandler } from '@mediagen/contract/edge'
import { ServiceError } from '@mediagen/contract/errors'
import express, { type Express } from 'express'
import { cors } from '../cors.ts'
import { requestLog } from '../request-log.ts'
import { type HealthDependencies, probeRoutes } from './health.ts'

/**
 * Responds while the service starts: the process responds, is not ready, and rejects everything else with
 * SERVICE_UNAVAILABLE, after which clients try again.
 */
export function createStartingApp(
  deps: Pick<HealthDependencies, 'logger' | 'metrics'> & { readonly corsOrigins: readonly string[] },
): Express {
  const { onRequestEnd } = requestLog(deps)
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  const readinessChecks = { start: startIsIncomplete }
  app.use(beginRequest(onRequestEnd), cors(deps.corsOrigins), probeRoutes({ ...deps, readinessChecks }))
  app.use((_request, response) => {
    // Its body is not read.
    closeAfter(response)
    throw new ServiceError('SERVICE_UNAVAILABLE')
  })
  // Not logged as a failure: nothing has failed.
  app.use(errorHandler({}))
  return app
}

/** The readiness check of a service that starts. */
export async function startIsIncomplete(): Promise<never> {
  throw new Error('The start is not complete.')
}
