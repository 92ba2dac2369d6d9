import { propertyName } from '../names.ts'
import { apiKey } from '../tag-names.ts'
import type { TagGroup } from './apis.ts'
import { sourceFile } from './banner.ts'
import { controllerModule, controllerName } from './controllers.ts'

/** `controllers.ts`: the controllers by the tag whose implementation they call. tsoa finds them from here. */
export function controllersFile(groups: readonly TagGroup[]): string {
  const imports = groups.map(
    ({ tag }) => `import { ${controllerName(tag)} } from './${controllerModule(tag)}.js'`,
  )
  const members = groups.map(({ tag }) => `  ${propertyName(apiKey(tag))}: ${controllerName(tag)},`)
  return sourceFile([
    imports.join('\n'),
    `/** The controllers by the tag whose implementation they call. */\nexport const controllers = {\n${members.join('\n')}\n} as const`,
  ])
}
