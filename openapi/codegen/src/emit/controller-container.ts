import { apiKey } from '../tag-names.ts'
import { importTypes, type TagGroup } from './apis.ts'
import { sourceFile } from './banner.ts'
import { controllerModule, controllerName } from './controllers.ts'

/**
 * `controllers.ts`: makes a tag's controller for a request from the backend's interfaces (tsoa's IoC
 * container).
 */
export function controllersFile(groups: readonly TagGroup[]): string {
  const imports = [
    importTypes(['Apis'], './apis.js'),
    ...groups.map(({ tag }) => `import { ${controllerName(tag)} } from './${controllerModule(tag)}.js'`),
  ]
  const keys = groups.map(({ tag }) => apiKey(tag)).join(', ')
  const makers = groups.map(
    ({ tag }) =>
      `  if (${apiKey(tag)} !== undefined) makers.set(${controllerName(tag)}, () => new ${controllerName(tag)}(${apiKey(tag)}))`,
  )
  return sourceFile([
    imports.join('\n'),
    `/** Makes a fresh controller for each request, because tsoa keeps the response's headers in it. */
export interface ControllerContainer {
  get<Controller extends object>(controller: new (api: never) => Controller): Controller
}`,
    `/** The controllers of the tags that are given. */
export function controllersFor(apis: Partial<Apis>): ControllerContainer {
  const { ${keys} } = apis
  const makers = new Map<unknown, () => object>()
${makers.join('\n')}
  return {
    get<Controller extends object>(controller: new (api: never) => Controller): Controller {
      const make = makers.get(controller)
      if (make === undefined) throw new Error(\`No such controller: \${controller.name}\`)
      return make() as Controller
    },
  }
}`,
  ])
}
