// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { AccountApi } from './account-api.js'
import type { CatalogueApi } from './catalogue-api.js'
import type { ImagesApi } from './images-api.js'
import type { VideosApi } from './videos-api.js'
import type { TasksApi } from './tasks-api.js'
import type { UploadsApi } from './uploads-api.js'

export type * from './account-api.js'
export type * from './catalogue-api.js'
export type * from './images-api.js'
export type * from './videos-api.js'
export type * from './tasks-api.js'
export type * from './uploads-api.js'
export type { BinaryContent, ResponseWithHeaders } from '@mediagen/contract-runtime'
export type { Principal, RequestContext } from './request-context.js'

/** Everything that a backend implements, by tag. */
export interface Apis {
  readonly account: AccountApi
  readonly catalogue: CatalogueApi
  readonly images: ImagesApi
  readonly videos: VideosApi
  readonly tasks: TasksApi
  readonly uploads: UploadsApi
}
