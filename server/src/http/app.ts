import { type ContractAppOptions, createContractApp, type RequestContext } from '@mediagen/contract'
import { rejectMalformedPath } from '@mediagen/contract/edge'
import { operations } from '@mediagen/contract/operations'
import { type Express, type RequestHandler, Router } from 'express'
import { requestsPerMinuteDefault } from '../core/domain/accounts/requests-per-minute.ts'
import type { RateLimiter, RateLimitResult } from '../core/ports/rate-limiter.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'
import type { Tracer } from '../core/ports/tracer.ts'
import { isOutcomeUnknown, isStorageOutage } from '../use-cases/uploads/storage-outage.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { checkHost } from './connection/check-host.ts'
import { cors } from './cors.ts'
import { countWaits } from './count-waits.ts'
import {
  type HealthDependencies,
  metricsPaths,
  metricsRoutes,
  probePaths,
  probeRoutes,
  sharedReadiness,
} from './health/health.ts'
import { signedLinks } from './objects/signed-links.ts'
import { createApis } from './operations/apis.ts'
import { authenticateFor } from './operations/key-permissions.ts'
import { type OperatorDependencies, operatorPages } from './operator/operator.ts'
import { crawlerPaths, crawlerRoutes } from './pages/crawler-files.ts'
import { type Gallery, galleryPaths, galleryRoutes } from './pages/gallery.ts'
import { headerLinks, lookPaths, lookRoutes } from './pages/look.ts'
import { type Playground, playgroundPaths, playgroundRoutes } from './pages/playground.ts'
import { type PlaygroundProxyOptions, playgroundProxy, proxyPath } from './pages/playground-proxy.ts'
import { referencePaths, referenceRoutes } from './pages/reference.ts'
import { type Site, sitePaths, siteRoutes } from './pages/site.ts'
import { statusPaths, statusRoutes } from './pages/status.ts'
import { unknownPageRoutes } from './pages/unknown-page.ts'
import { requestLog } from './request-log.ts'
import { traceRequests } from './trace-requests.ts'

export interface HttpAppDependencies extends HealthDependencies {
  readonly useCases: UseCases
  readonly rateLimiter: RateLimiter
  /** Origins whose pages may call the service; `*` for any. */
  readonly corsOrigins: readonly string[]
  /** The proxies whose X-Forwarded-For is believed, in Express's form. @default none */
  readonly trustProxy?: number | readonly string[]
  /** The address by which clients reach the service, and so its pages. */
  readonly publicUrl: string
  readonly gallery: Gallery
  /** The documentation site. @default none: /docs is an unknown path */
  readonly site?: Site
  /** The operator's page; without it /admin is an unknown path. */
  readonly operator?: OperatorDependencies | undefined
  /** The page at `/`. @default none: `/` is an unknown path */
  readonly playground?: Omit<Playground, 'proxyPath' | 'publicUrl'>
  /** Lets the playground's page use the service without its own key. @default it asks for one */
  readonly playgroundProxy?: PlaygroundProxyOptions
  /** Records a span for each request to an operation. @default none */
  readonly tracer?: Tracer | undefined
  /** Whether /metrics is an unknown path here, because it has a separate port. @default false */
  readonly withoutMetrics?: boolean
  /** The files behind the signed links of an object store without a server, served below /objects. */
  readonly signedFiles?: SignedFiles | undefined
}

/** The whole service as an Express app that does not listen yet. Keeps no state beyond its dependencies. */
export function createHttpApp(deps: HttpAppDependencies): Express {
  const { useCases } = deps
  const { onRequestEnd, onFailure } = requestLog(deps)
  const app = createContractApp(createApis(useCases), {
    authenticate: { ApiKey: authenticateFor(useCases) },
    countRequest: (operation, context) =>
      context !== undefined && operations[operation].rateLimited
        ? countRequest(deps.rateLimiter, context)
        : undefined,
    isOutage: isStorageOutage,
    isOutcomeUnknown,
    onFailure,
    helpOf: helpOf(deps.site),
    onRequestEnd,
    before: [
      countWaits,
      ...traceRequests(deps.tracer),
      cors(deps.corsOrigins),
      checkHost,
      ...objects(deps),
      ...keylessProxy(deps),
    ],
    pages: pagesOf(deps),
  })
  return app.set('trust proxy', deps.trustProxy ?? 0)
}

/** The page of the site about an error code, if there is a site at this moment. */
function helpOf(site: Site | undefined): (code: string) => string | undefined {
  return (code) => (site?.() === undefined ? undefined : `/docs/errors/${code}`)
}

/** A refused request counts neither for the key nor for the account. */
async function countRequest(
  rateLimiter: RateLimiter,
  { accountId, requestsPerMinute = requestsPerMinuteDefault, keyId, keyRequestsPerMinute }: RequestContext,
): Promise<RateLimitResult & { readonly message?: string }> {
  const account = { id: accountId, requestsPerMinute }
  const counted =
    keyId === undefined || keyRequestsPerMinute === undefined
      ? await rateLimiter.count(accountId, requestsPerMinute)
      : await rateLimiter.count(keyId, keyRequestsPerMinute, account)
  if (counted.allowed) return counted
  const isOfAccount = keyRequestsPerMinute === undefined || counted.isByAlso === true
  const [who, number] = isOfAccount ? ['account', requestsPerMinute] : ['API key', keyRequestsPerMinute]
  return { ...counted, message: tooMany(who, number, counted) }
}

/** The number of `RateLimit-Policy`, and the seconds of `Retry-After`. */
function tooMany(
  who: string,
  requestsPerMinute: number,
  { retryAfterSeconds }: { readonly retryAfterSeconds: number },
): string {
  return `Too many generation requests: the limit of the ${who} is ${requestsPerMinute} in 60 seconds. Try again in ${retryAfterSeconds} s.`
}

/** Everything besides the operations. */
function pagesOf(deps: HttpAppDependencies): NonNullable<ContractAppOptions['pages']> {
  const { site, publicUrl, withoutMetrics = false } = deps
  const documentPaths = [...referencePaths, ...galleryPaths, ...statusPaths, ...(site ? sitePaths : [])]
  const keylessPath = deps.playgroundProxy && proxyPath
  const playground = deps.playground && { ...deps.playground, publicUrl, proxyPath: keylessPath }
  const playgroundPages = playground === undefined ? [] : playgroundPaths(playground)
  const links = headerLinks([...documentPaths, ...playgroundPages])
  const settings = { links, publicUrl }
  const operator = deps.operator && operatorPages(deps.operator, links)
  const hasErrorPages = () => site?.() !== undefined
  const readiness = sharedReadiness(deps)
  const offer = {
    listAvailability: () => deps.useCases.listAvailability(),
    listTroubles: () => deps.useCases.listTroubles(),
  }
  return {
    routes: [
      lookRoutes(),
      crawlerRoutes(site, settings),
      referenceRoutes(site, settings),
      galleryRoutes(deps.gallery, settings),
      statusRoutes({ settings, readiness, ...offer, hasErrorPages }),
      ...(site === undefined ? [] : [siteRoutes(site, settings)]),
      ...(playground === undefined ? [] : [playgroundRoutes(playground, links)]),
      probeRoutes(deps, readiness),
      ...(operator === undefined ? [] : [operator.routes]),
      ...(withoutMetrics ? [] : [metricsRoutes(deps)]),
      unknownPageRoutes(settings),
    ],
    paths: [
      ...lookPaths,
      ...crawlerPaths,
      ...documentPaths,
      ...playgroundPages,
      ...probePaths,
      ...(operator === undefined ? [] : operator.paths),
      ...(withoutMetrics ? [] : metricsPaths),
    ],
  }
}

/** The service itself, for the playground's page; accepts every method that the service does. */
function keylessProxy({ playground, playgroundProxy: options }: HttpAppDependencies): RequestHandler[] {
  return playground === undefined || options === undefined
    ? []
    : [mountedAt(proxyPath, rejectMalformedPath, playgroundProxy(options))]
}

/** The signed links of a store without a server; accepts every method that they do. */
function objects({ signedFiles, useCases }: HttpAppDependencies): RequestHandler[] {
  return signedFiles === undefined
    ? []
    : [mountedAt('/objects', rejectMalformedPath, signedLinks(signedFiles, useCases))]
}

/**
 * The handlers for one path and everything below it. Requests elsewhere pass by for the price of a
 * comparison: a Router that matches nothing goes on in a later turn of the event loop.
 */
function mountedAt(path: string, ...handlers: readonly RequestHandler[]): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(path, ...handlers)
  return (request, response, next) =>
    request.path === path || request.path.startsWith(`${path}/`) ? router(request, response, next) : next()
}
