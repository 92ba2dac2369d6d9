import type { Settings } from '../settings.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { importPath } from './import-path.ts'

/** `request-context.ts`: what a backend is passed about a request; by the team's own module, if there is one. */
export function requestContextFile({ context }: Settings, folder: string): string {
  if (context !== undefined) {
    const path = importPath(folder, context)
    return sourceFile([`export { contextOf, type Principal, type RequestContext } from '${path}'`])
  }
  return sourceFile([
    `import type { RequestContext as ContextOf } from '${runtimeModule}'\nimport type { SchemeName } from './security.js'`,
    `export { contextOf, type Principal } from '${runtimeModule}'`,
    '/** The authenticated principals, and the request id. */\nexport type RequestContext = ContextOf<SchemeName>',
  ])
}
