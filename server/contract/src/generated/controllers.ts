// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { AccountController } from './account-controller.js'
import { CatalogueController } from './catalogue-controller.js'
import { ImagesController } from './images-controller.js'
import { VideosController } from './videos-controller.js'
import { TasksController } from './tasks-controller.js'
import { UploadsController } from './uploads-controller.js'

/** The controllers by the tag whose implementation they call. */
export const controllers = {
  account: AccountController,
  catalogue: CatalogueController,
  images: ImagesController,
  videos: VideosController,
  tasks: TasksController,
  uploads: UploadsController,
} as const
