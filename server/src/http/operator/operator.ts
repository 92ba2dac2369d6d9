import { Router } from 'express'
import type { Administration } from '../../operator/administration.ts'
import type { PageLink } from '../pages/look.ts'
import { operatorApiPaths, operatorApiRoutes } from './api-routes.ts'
import { createFailedSignIns } from './failed-sign-ins.ts'
import { operatorPagePaths, operatorPageRoutes, readOperatorPage } from './page-files.ts'
import { createSessions } from './sessions.ts'

/** What the operator's page needs; without it the page and its API are unknown paths. */
export interface OperatorDependencies {
  /** ADMIN_TOKEN. */
  readonly token: string
  readonly signingSecret: string
  readonly previousSecret?: string | undefined
  /** Whether browsers reach the service by HTTPS: then the cookie is for HTTPS alone. */
  readonly isSecure: boolean
  /** What operators may do, recorded in the name of this one. */
  readonly administrationOf: (actor: string) => Administration
  /** The origin of the object store's signed links, from which the page shows a result. */
  readonly linkOrigin: () => Promise<string>
  readonly nowMs: () => number
  /** The monotonic time since the process began. */
  readonly elapsedMs: () => number
}

/** The operator's page at /admin, whose header has `links`, and its API, which is not part of the contract. */
export function operatorPages(
  deps: OperatorDependencies,
  links: readonly PageLink[],
): { readonly routes: Router; readonly paths: readonly { method: string; path: string }[] } {
  const sessions = createSessions(deps)
  const failedSignIns = createFailedSignIns(deps.elapsedMs)
  const { administrationOf, linkOrigin } = deps
  const files = readOperatorPage()
  return {
    routes: Router({ caseSensitive: true, strict: true }).use(
      operatorPageRoutes({ files, links, linkOrigin }),
      operatorApiRoutes({ sessions, failedSignIns, administrationOf }),
    ),
    paths: [...operatorPagePaths(files), ...operatorApiPaths],
  }
}
