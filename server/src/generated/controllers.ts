// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { AccountApi } from './account-api.js'
import { AccountController } from './account-controller.js'
import type { CatalogueApi } from './catalogue-api.js'
import { CatalogueController } from './catalogue-controller.js'
import type { ImagesApi } from './images-api.js'
import { ImagesController } from './images-controller.js'
import type { VideosApi } from './videos-api.js'
import { VideosController } from './videos-controller.js'
import type { TasksApi } from './tasks-api.js'
import { TasksController } from './tasks-controller.js'
import type { UploadsApi } from './uploads-api.js'
import { UploadsController } from './uploads-controller.js'

/** Everything that a backend implements, by tag. */
export interface Apis {
  readonly account: AccountApi
  readonly catalogue: CatalogueApi
  readonly images: ImagesApi
  readonly videos: VideosApi
  readonly tasks: TasksApi
  readonly uploads: UploadsApi
}

/** Makes a fresh controller for each request, because tsoa keeps the answer's headers in it. */
export interface ControllerContainer {
  get<Controller extends object>(controller: new (api: never) => Controller): Controller
}

export function controllersFor(apis: Apis): ControllerContainer {
  const makers = new Map<unknown, () => object>([
    [AccountController, () => new AccountController(apis.account)],
    [CatalogueController, () => new CatalogueController(apis.catalogue)],
    [ImagesController, () => new ImagesController(apis.images)],
    [VideosController, () => new VideosController(apis.videos)],
    [TasksController, () => new TasksController(apis.tasks)],
    [UploadsController, () => new UploadsController(apis.uploads)],
  ])
  return {
    get<Controller extends object>(controller: new (api: never) => Controller): Controller {
      const make = makers.get(controller)
      if (make === undefined) throw new Error(`No such controller: ${controller.name}`)
      return make() as Controller
    },
  }
}
