/** A controller of the operations of one tag, which calls their implementation. */
export type ControllerClass = new (api: never) => object

/** Makes a fresh controller for each request, because tsoa keeps the response's headers in it. */
export interface ControllerContainer {
  get<Controller extends object>(controller: new (api: never) => Controller): Controller
}

/** The controllers of the tags that are implemented. */
export function controllersFor(
  controllers: Readonly<Record<string, ControllerClass>>,
  apis: object,
): ControllerContainer {
  const apiOf = new Map<unknown, unknown>()
  for (const [tag, controller] of Object.entries(controllers)) apiOf.set(controller, Reflect.get(apis, tag))
  return {
    get(controller) {
      const api = apiOf.get(controller)
      if (api === undefined) throw new Error(`No such controller: ${controller.name}`)
      // What is generated has paired them by type.
      return new controller(api as never)
    },
  }
}
