import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkRoundTrip } from './check/round-trip/check.ts'
import { survey } from './check/survey.ts'
import { apiFile, apisFile, groupByTag } from './emit/apis.ts'
import { clientFiles } from './emit/client.ts'
import { controllersFile } from './emit/controller-container.ts'
import { type ControllerSources, controllerFile, controllerModule } from './emit/controllers.ts'
import { defaultsFile } from './emit/defaults.ts'
import { errorBodiesFile } from './emit/error-bodies.ts'
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
import { multipartFile, runtimeFiles } from './emit/runtime.ts'
import { securityFile } from './emit/security.ts'
import { testingKitFiles } from './emit/testing-kit.ts'
import { runTsoa } from './emit/tsoa.ts'
import { tsoaSubset, withoutSchemas } from './emit/tsoa-subset.ts'
import { validatorFiles } from './emit/validators.ts'
import { bundleContract } from './read/bundle.ts'
import { type Contract, readContract } from './read/contract.ts'
import type { ContractSources } from './read/contract-sources.ts'
import { type ErrorForms, errorForms } from './read/error-forms.ts'
import { type Fault, type Locate, located } from './read/faults.ts'
import { ContractError, type Finding } from './read/findings.ts'
import { normalized, withBooleanSchemasAsObjects } from './read/normalize.ts'
import { type Operation, operationsOf } from './read/operations.ts'
import { inRouteOrder } from './read/route-order.ts'
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

/**
 * Makes every generated file below `staging`, in the layout of `outputs`. Returns notices of what is left
 * out. Throws a ContractError for a contract that holds what cannot be generated.
 */
export async function generate(
  generation: Generation & { readonly sources: ContractSources },
): Promise<Finding[]> {
  const { staging, outputs, sources } = generation
  await mkdir(join(staging, outputs.openapi), { recursive: true })
  const bundleFile = join(staging, outputs.openapi, 'openapi.json')
  await bundleContract(sources, bundleFile)
  return emit(generation, bundleFile, (trail) => sources.locate(trail))
}

/**
 * What a generation would leave out. Throws a ContractError for a contract that holds what cannot be generated.
 */
export async function noticesOf(sources: ContractSources, bundleFile: string): Promise<Finding[]> {
  await bundleContract(sources, bundleFile)
  const locate: Locate = (trail) => sources.locate(trail)
  return located(readDocument(readContract(bundleFile), defaultSettings, locate).notices, 'notice', locate)
}

/** The part of a generation after the contract has become one document. */
export async function emit(
  { staging, out, outputs, settings }: Generation,
  bundleFile: string,
  locate: Locate = () => undefined,
): Promise<Finding[]> {
  const document = readContract(bundleFile)
  const read = readDocument(document, settings, locate)
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
    await writeFiles(join(staging, outputs.openapi), { 'mock.md': mockTable(bundleFile) })
  }
  if (outputs.client !== undefined && settings.client)
    await writeFiles(join(staging, outputs.client), {
      'openapi.ts': types,
      ...clientFiles(document, settings),
    })

  const server = join(staging, outputs.server)
  const generated = join(server, 'generated')
  await writeFiles(
    server,
    await runtimeFiles(read.contract, read.operations, settings, join(out, outputs.server)),
  )
  await writeFiles(generated, serverFilesOf(read, settings))
  await addRoutes(read, generated, join(staging, 'scratch'), settings)
  return located(read.notices, 'notice', locate)
}

/**
 * `routes.ts`, by tsoa, and the check that tsoa's document agrees with the contract. A schema that tsoa fails
 * on is not compared then, and neither is any other; the routes do not depend on them.
 */
async function addRoutes(
  { contract, operations }: ReadContract,
  folder: string,
  scratch: string,
  settings: Settings,
): Promise<void> {
  await mkdir(scratch, { recursive: true })
  const run = () => runTsoa({ folder, scratch, template: deriveTemplate(stockTemplate()) })
  const emitted = await run().catch(async (error: unknown) => {
    if (settings.strict) throw error
    const filled = filledBodies(contract, operations, settings)
    const sources = { typeOf: headerTypes(operations), filled, subset: withoutSchemas }
    await writeFiles(folder, controllerFiles(operations, sources))
    return run()
  })
  checkRoundTrip(contract, emitted, settings)
}

/** A contract as the emitters read it. */
interface ReadContract {
  readonly contract: Contract
  readonly operations: readonly Operation[]
  readonly errors: ErrorForms
  readonly notices: readonly Fault[]
}

/** Reads a bundled document. Throws a ContractError with everything that cannot be generated. */
export function readDocument(
  document: Contract,
  settings: Settings,
  locate: Locate = () => undefined,
): ReadContract {
  const spelled = withBooleanSchemasAsObjects(document)
  const { faults, notices } = survey(spelled)
  if (faults.length > 0) throw new ContractError(located(faults, 'error', locate))
  const contract = normalized(spelled)
  const operations = operationsOf(contract, settings)
  const errors = errorForms(contract, operations, settings)
  const impossible = errorBodyFaults(spelled, contract, errors)
  if (impossible.length > 0) throw new ContractError(located(impossible, 'error', locate))
  return { contract, operations, errors, notices }
}

/** The responses that the edge would have to send, and cannot make; their paths are those of the document. */
function errorBodyFaults(document: Contract, contract: Contract, { impossible }: ErrorForms): Fault[] {
  const written = Object.keys(document.paths)
  const paths = Object.keys(contract.paths)
  return impossible.map(({ operation, response, reason }) => {
    const path = written[paths.indexOf(operation.path)] ?? operation.path
    return {
      trail: ['paths', path, operation.method, 'responses', response.status],
      where: `${operation.method.toUpperCase()} ${path}`,
      reason: `the edge rejects requests with status ${response.status}, and cannot make its body: ${reason}; name a module that can as \`errors\` in the config file`,
    }
  })
}

/** The server's generated sources except the routes, which tsoa generates from them. */
export function serverFiles(
  document: Contract,
  settings: Settings = defaultSettings,
): Record<string, string> {
  return serverFilesOf(readDocument(document, settings), settings)
}

function serverFilesOf(
  { contract, operations, errors }: ReadContract,
  settings: Settings,
): Record<string, string> {
  const groups = groupByTag(operations)
  const returned = returnedBodies(contract, operations)
  const filled = filledBodies(contract, operations, settings)
  const sources = { contract, settings, typeOf: headerTypes(operations), filled }
  return {
    'models.ts': modelsFile(contract, { ...filled.components, ...returned.components }),
    'header-types.ts': headerTypesFile(operations),
    'request-context.ts': requestContextFile(settings),
    'operations.ts': operationsFile(contract, inRouteOrder(operations)),
    'defaults.ts': defaultsFile(contract, operations, settings),
    'limits.ts': limitsFile(contract, settings),
    'request-forms.ts': requestFormsFile(contract, operations, settings),
    'error-forms.ts': errorFormsFile(errors),
    'error-bodies.ts': errorBodiesFile(returned.operations, errors, settings),
    'security.ts': securityFile(contract, operations),
    'multipart.ts': multipartFile(operations),
    'hidden-fields.ts': hiddenFieldsFile(contract, operations),
    ...validatorFiles(contract, operations, settings),
    ...responseCheckFiles(contract, returned),
    ...Object.fromEntries(
      groupByTag(returned.operations).map((group) => [`${apiModule(group.tag)}.ts`, apiFile(sources, group)]),
    ),
    ...controllerFiles(operations, { ...sources, subset: tsoaSubset(contract) }),
    'apis.ts': apisFile(groups),
    'controllers.ts': controllersFile(groups),
  }
}

function controllerFiles(
  operations: readonly Operation[],
  sources: ControllerSources,
): Record<string, string> {
  return Object.fromEntries(
    groupByTag(operations).map((group) => [
      `${controllerModule(group.tag)}.ts`,
      controllerFile(sources, group),
    ]),
  )
}
