// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { Apis } from './apis.js'
import { AccountController } from './account-controller.js'
import { CatalogueController } from './catalogue-controller.js'
import { ImagesController } from './images-controller.js'
import { VideosController } from './videos-controller.js'
import { TasksController } from './tasks-controller.js'
import { UploadsController } from './uploads-controller.js'

/** Makes a fresh controller for each request, because tsoa keeps the response's headers in it. */
export interface ControllerContainer {
  get<Controller extends object>(controller: new (api: never) => Controller): Controller
}

/** The controllers of the tags that are given. */
export function controllersFor(apis: Partial<Apis>): ControllerContainer {
  const { account, catalogue, images, videos, tasks, uploads } = apis
  const makers = new Map<unknown, () => object>()
  if (account !== undefined) makers.set(AccountController, () => new AccountController(account))
  if (catalogue !== undefined) makers.set(CatalogueController, () => new CatalogueController(catalogue))
  if (images !== undefined) makers.set(ImagesController, () => new ImagesController(images))
  if (videos !== undefined) makers.set(VideosController, () => new VideosController(videos))
  if (tasks !== undefined) makers.set(TasksController, () => new TasksController(tasks))
  if (uploads !== undefined) makers.set(UploadsController, () => new UploadsController(uploads))
  return {
    get<Controller extends object>(controller: new (api: never) => Controller): Controller {
      const make = makers.get(controller)
      if (make === undefined) throw new Error(`No such controller: ${controller.name}`)
      return make() as Controller
    },
  }
}
