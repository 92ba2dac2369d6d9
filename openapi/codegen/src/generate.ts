import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkRoundTrip } from './check/round-trip.ts'
import { apiFile, apisFile, groupByTag } from './emit/apis.ts'
import { clientFiles } from './emit/client.ts'
import { controllerFile, controllerModule, controllersFile } from './emit/controllers.ts'
import { defaultsFile } from './emit/defaults.ts'
import { errorBodiesFile } from './emit/error-bodies.ts'
import { errorCodesFile } from './emit/error-codes.ts'
import { errorFormsFile } from './emit/error-forms.ts'
import { filledBodies } from './emit/filled-bodies.ts'
import { headerTypes, headerTypesFile } from './emit/header-types.ts'
import { hiddenFieldsFile } from './emit/hidden-fields.ts'
import { limitConstantsFile, limitsFile } from './emit/limits.ts'
import { mockTable } from './emit/mock-table.ts'
import { modelsFile } from './emit/models.ts'
import { openapiTypesFile } from './emit/openapi-types.ts'
import { operationsFile } from './emit/operation-table.ts'
import { requestContextFile } from './emit/request-context.ts'
import { requestFieldsFile } from './emit/request-fields.ts'
import { requestFormsFile } from './emit/request-forms.ts'
import { responseCheckFiles } from './emit/response-checks.ts'
import { responseTypesFile } from './emit/response-types.ts'
import { returnedBodies } from './emit/returned-bodies.ts'
import { deriveTemplate, stockTemplate } from './emit/routes-template.ts'
import { copyRuntime } from './emit/runtime.ts'
import { securityFile } from './emit/security.ts'
import { edgeFile, errorsFile, factsFile, serverIndexFile } from './emit/server-entries.ts'
import { testingKitFiles } from './emit/testing-kit.ts'
import { runTsoa } from './emit/tsoa.ts'
import { tsoaControllers } from './emit/tsoa-controllers.ts'
import { withExpressPaths, withTsoaPaths } from './emit/tsoa-paths.ts'
import { validatorFiles } from './emit/validators.ts'
import { bundleText } from './read/bundle.ts'
import type { Contract } from './read/contract.ts'
import { basePath } from './read/normalize.ts'
import { inRouteOrder } from './read/route-order.ts'
import { type ReadContract, readDocument } from './read-document.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { type Outputs, writeFiles } from './staging.ts'
import { apiModule } from './tag-names.ts'

/** What one generation makes, and where. */
interface Generation {
  readonly staging: string
  /** The folder that `outputs` will be in. */
  readonly out: string
  readonly outputs: Outputs
  readonly settings: Settings
}

/** Makes every generated file of a contract below `staging`, in the layout of `outputs`. */
export async function generate(
  { staging, out, outputs, settings }: Generation,
  read: ReadContract,
): Promise<void> {
  const { document } = read
  await writeFiles(join(staging, outputs.openapi), { 'openapi.json': bundleText(document) })
  const types = await openapiTypesFile(document)
  if (outputs.types !== undefined) {
    await writeFiles(join(staging, outputs.types), {
      'openapi.ts': types,
      'responses.ts': responseTypesFile(read.operations),
      'operations.ts': operationsFile(read.contract, read.operations, { isLiteral: true }),
      'defaults.ts': defaultsFile(read.contract, read.operations, settings),
      'limits.ts': limitConstantsFile(read.contract),
    })
  }
  if (outputs.requestFields !== undefined)
    await writeFiles(join(staging, outputs.requestFields), {
      'request-fields.ts': requestFieldsFile(read.contract, read.operations),
    })
  if (outputs.examples !== undefined) {
    await writeFiles(join(staging, outputs.examples), await testingKitFiles(document, read, settings))
    await writeFiles(join(staging, outputs.openapi), { 'mock.md': mockTable(document) })
  }
  if (outputs.client !== undefined && settings.client)
    await writeFiles(join(staging, outputs.client), {
      'openapi.ts': types,
      ...clientFiles(document, settings),
    })

  const server = join(staging, outputs.server)
  const generated = join(server, 'generated')
  await writeFiles(server, { 'index.ts': serverIndexFile(read.operations) })
  const files = serverFilesOf(read, settings, join(out, outputs.server, 'generated'))
  const routes = await routesFile(read, join(staging, 'scratch'))
  await writeFiles(generated, { ...files, 'routes.ts': routes })
  if (settings.copyRuntime) await copyRuntime(server)
}

/**
 * `routes.ts`, which tsoa makes of decorated controllers, and the check that tsoa's document agrees with the contract. The
 * controllers that stay have no decorators, which would ask for an option of the compiler.
 */
async function routesFile({ contract, operations }: ReadContract, scratch: string): Promise<string> {
  await writeFiles(scratch, tsoaControllers(operations))
  const { routes, document } = await runTsoa(scratch, deriveTemplate(stockTemplate()))
  await rm(scratch, { recursive: true })
  checkRoundTrip(withTsoaPaths(contract), document)
  return withExpressPaths(routes)
}

/** The server's generated sources except the routes, which tsoa generates from them. */
export function serverFiles(
  document: Contract,
  settings: Settings = defaultSettings,
): Record<string, string> {
  return serverFilesOf(readDocument(document, settings), settings, '.')
}

function serverFilesOf(
  { contract, operations, errors }: ReadContract,
  settings: Settings,
  folder: string,
): Record<string, string> {
  const groups = groupByTag(operations)
  const returned = returnedBodies(contract, operations)
  const filled = filledBodies(contract, operations, settings)
  const sources = { contract, settings, typeOf: headerTypes(operations), filled }
  return {
    'models.ts': modelsFile(contract, { ...filled.components, ...returned.components }),
    'header-types.ts': headerTypesFile(operations),
    'request-context.ts': requestContextFile(settings, folder),
    'operations.ts': operationsFile(contract, inRouteOrder(operations)),
    'defaults.ts': defaultsFile(contract, operations, settings),
    'limits.ts': limitsFile(contract, settings),
    'request-forms.ts': requestFormsFile(contract, operations, settings),
    'error-forms.ts': errorFormsFile(errors),
    'error-bodies.ts': errorBodiesFile(returned.operations, errors, settings),
    'security.ts': securityFile(contract, operations),
    'facts.ts': factsFile(settings, folder, basePath(contract)),
    'error-codes.ts': errorCodesFile(contract, settings, folder),
    'errors.ts': errorsFile,
    'edge.ts': edgeFile,
    'hidden-fields.ts': hiddenFieldsFile(contract, operations),
    ...validatorFiles(contract, operations, settings),
    ...responseCheckFiles(contract, returned),
    ...Object.fromEntries(
      groupByTag(returned.operations).map((group) => [`${apiModule(group.tag)}.ts`, apiFile(sources, group)]),
    ),
    ...Object.fromEntries(
      groups.map((group) => [`${controllerModule(group.tag)}.ts`, controllerFile(group)]),
    ),
    'apis.ts': apisFile(groups),
    'controllers.ts': controllersFile(groups),
  }
}
