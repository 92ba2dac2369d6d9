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

/**
 * Runs tsoa over the generated controllers: writes `routes.ts` next to them and returns the document that
 * tsoa makes of them. Its TypeScript program starts at `controllers.ts`, so that it holds generated files and
 * nothing of the server.
 */
export async function runTsoa(options: {
  folder: string
  scratch: string
  template: string
}): Promise<unknown> {
  const { folder, scratch, template } = options
  const templateFile = join(scratch, 'express.hbs')
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
    outputDirectory: scratch,
    specVersion: 3,
    name: 'round trip',
    version: '1',
  }
  const metadata = await generateRoutes(routes, compilerOptions)
  await generateSpec(spec, compilerOptions, [], metadata)
  return JSON.parse(await readFile(join(scratch, 'swagger.json'), 'utf8'))
}
