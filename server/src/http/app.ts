import { type ContractAppOptions, createContractApp } from '@mediagen/contract'
import { answerError, refuseMalformedPath } from '@mediagen/contract/edge'
import { operations } from '@mediagen/contract/operations'
import type { RateLimiter } from '@mediagen/core/ports/rate-limiter'
import type { SignedFiles } from '@mediagen/core/ports/signed-files'
import type { Express, RequestHandler, Router } from 'express'
import type { UseCases } from '../use-cases/use-cases.js'
import { type AdminDependencies, adminPaths, adminRoutes } from './admin/admin.js'
import { checkHost } from './connection/check-host.js'
import { cors } from './cors.js'
import { docsPaths, docsRoutes } from './files/docs.js'
import { type Gallery, galleryPaths, galleryRoutes } from './files/gallery.js'
import { type Playground, playgroundPaths, playgroundRoutes } from './files/playground.js'
import { signedLinks } from './files/signed-links.js'
import { type Site, sitePaths, siteRoutes } from './files/site.js'
import {
  type HealthDependencies,
  metricsPaths,
  metricsRoutes,
  probePaths,
  probeRoutes,
} from './health/health.js'
import { holdPoll } from './hold-poll.js'
import { mountedAt } from './mounted-at.js'
import { createApis } from './operations/apis.js'
import { type PlaygroundProxyOptions, playgroundProxy, proxyPath } from './playground-proxy.js'
import { requestLog } from './request-log.js'

export interface HttpAppDependencies extends HealthDependencies {
  readonly useCases: UseCases
  readonly rateLimiter: RateLimiter
  /** Whether an error means that storage is temporarily unreachable (503), and not a bug (500). */
  readonly isOutage: (error: unknown) => boolean
  /**
   * Whether an error hides whether the work of a request is committed: the connection closes without an
   * answer.
   */
  readonly isOutcomeUnknown: (error: unknown) => boolean
  /** Origins whose pages may call the service; `*` for any. */
  readonly corsOrigins: readonly string[]
  readonly gallery: Gallery
  /** The documentation site. @default none: /docs is an unknown path */
  readonly site?: Site
  /** The operator's page; without it /admin is an unknown path. */
  readonly admin?: AdminDependencies
  /** The page at `/`. @default none: `/` is an unknown path */
  readonly playground?: Omit<Playground, 'proxyPath'>
  /** Lets the playground's page use the service without its own key. @default it asks for one */
  readonly playgroundProxy?: PlaygroundProxyOptions
  /** Whether /metrics is an unknown path here, because it has a separate port. @default false */
  readonly withoutMetrics?: boolean
  /** The files behind the signed links of an object store without a server, served below /objects. */
  readonly signedFiles?: SignedFiles
}

/** The whole service as an Express app that does not listen yet. Keeps no state beyond its dependencies. */
export function createHttpApp(deps: HttpAppDependencies): Express {
  const { useCases, rateLimiter } = deps
  const { onRequestEnd, onFailure } = requestLog(deps)
  const { isOutage, isOutcomeUnknown } = deps
  const errors = { isOutage, isOutcomeUnknown, onFailure }
  return createContractApp(createApis(useCases), {
    authenticate: { ApiKey: (apiKey) => useCases.authenticate(apiKey) },
    countRequest: (operation, context) =>
      context !== undefined && operations[operation].rateLimited
        ? rateLimiter.count(context.accountId)
        : undefined,
    ...errors,
    onRequestEnd,
    beforeOperation: { getTask: holdPoll({ useCases, answerError: answerError(errors) }) },
    before: [cors(deps.corsOrigins), checkHost, ...objects(deps), ...keylessProxy(deps)],
    pages: pagesOf(deps),
  })
}

/** Everything besides the operations. */
function pagesOf(deps: HttpAppDependencies): NonNullable<ContractAppOptions['pages']> {
  const { site, admin, withoutMetrics = false } = deps
  const documents = {
    routes: [
      docsRoutes({ hasErrorPages: () => site?.() !== undefined }),
      galleryRoutes(deps.gallery),
      ...(site === undefined ? [] : [siteRoutes(site)]),
    ],
    paths: [...docsPaths, ...galleryPaths, ...(site === undefined ? [] : sitePaths)],
  }
  const { routes, paths } = playgroundPages(deps, documents.paths)
  return {
    routes: [
      ...documents.routes,
      ...routes,
      probeRoutes(deps),
      ...(admin === undefined ? [] : [adminRoutes(admin)]),
      ...(withoutMetrics ? [] : [metricsRoutes(deps)]),
    ],
    paths: [
      ...documents.paths,
      ...paths,
      ...probePaths,
      ...(admin === undefined ? [] : adminPaths),
      ...(withoutMetrics ? [] : metricsPaths),
    ],
  }
}

function playgroundPages(
  { playground, playgroundProxy: proxy }: HttpAppDependencies,
  otherPaths: readonly { path: string }[],
): { routes: Router[]; paths: { method: string; path: string }[] } {
  if (playground === undefined) return { routes: [], paths: [] }
  const whole = { ...playground, proxyPath: proxy && proxyPath }
  return { routes: [playgroundRoutes(whole, otherPaths)], paths: playgroundPaths(whole) }
}

/** The service itself, for the playground's page; accepts every method that the service does. */
function keylessProxy({ playground, playgroundProxy: options }: HttpAppDependencies): RequestHandler[] {
  return playground === undefined || options === undefined
    ? []
    : [mountedAt(proxyPath, refuseMalformedPath, playgroundProxy(options))]
}

/** The signed links of a store without a server; accepts every method that they do. */
function objects({ signedFiles, useCases }: HttpAppDependencies): RequestHandler[] {
  return signedFiles === undefined
    ? []
    : [mountedAt('/objects', refuseMalformedPath, signedLinks(signedFiles, useCases))]
}
