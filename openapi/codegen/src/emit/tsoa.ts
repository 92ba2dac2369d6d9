import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExtendedRoutesConfig, type ExtendedSpecConfig, generateRoutes, generateSpec } from 'tsoa'

/** The numbers of the compiler's own enums: ES2022, NodeNext, NodeNext. tsoa passes them on unchecked. */
const compilerOptions = {
  target: 9,
  module: 199,
  moduleResolution: 99,
  strict: true,
  skipLibCheck: true,
  types: [],
}

/** What tsoa makes of controllers. */
export interface TsoaOutput {
  readonly routes: string
  /** Its OpenAPI document of them. */
  readonly document: unknown
}

/**
 * Runs tsoa over the controllers in a folder, and writes what it makes there too. Its TypeScript program starts at
 * `controllers.ts`, so that it holds generated files and nothing of the server.
 */
export async function runTsoa(folder: string, template: string): Promise<TsoaOutput> {
  const templateFile = join(folder, 'express.hbs')
  await writeFile(templateFile, template)
  const shared = {
    entryFile: join(folder, 'controllers.ts'),
    noImplicitAdditionalProperties: 'ignore',
  } as const
  const routes: ExtendedRoutesConfig = {
    ...shared,
    routesDir: folder,
    routesFileName: 'routes.ts',
    middlewareTemplate: templateFile,
    esm: true,
    bodyCoercion: false,
  }
  const spec: ExtendedSpecConfig = {
    ...shared,
    outputDirectory: folder,
    specVersion: 3,
    name: 'round trip',
    version: '1',
  }
  const metadata = await generateRoutes(routes, compilerOptions)
  await generateSpec(spec, compilerOptions, [], metadata)
  return {
    routes: await readFile(join(folder, 'routes.ts'), 'utf8'),
    document: JSON.parse(await readFile(join(folder, 'swagger.json'), 'utf8')),
  }
}
