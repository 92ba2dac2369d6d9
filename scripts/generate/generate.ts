import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { apiFile, apiModule, groupByTag, requestContextFile } from './apis.ts'
import { bundleContract } from './bundle.ts'
import { type Contract, readContract } from './contract.ts'
import { contractExamplesFile } from './contract-examples.ts'
import { controllerFile, controllerModule, controllersFile } from './controllers.ts'
import { defaultsFile } from './defaults.ts'
import { headerTypesFile } from './header-types.ts'
import { limitsFile } from './limits.ts'
import { modelsFile } from './models.ts'
import { openapiTypesFile } from './openapi-types.ts'
import { operationsFile } from './operation-table.ts'
import { operationsOf } from './operations.ts'
import { checkRoundTrip } from './round-trip/check.ts'
import { deriveTemplate, stockTemplate } from './routes-template.ts'
import { writeFiles } from './staging.ts'
import { runTsoa } from './tsoa.ts'
import { validatorFiles } from './validators.ts'

/**
 * Makes every generated file below `staging`, in the layout of the repository. Throws when the contract holds
 * something that would be lost on the way into code.
 */
export async function generate(options: { contractFolder: string; staging: string }): Promise<void> {
  const { contractFolder, staging } = options
  const bundleFile = join(staging, 'openapi/generated/openapi.json')
  await bundleContract(contractFolder, bundleFile)
  const contract = readContract(bundleFile)

  const types = await openapiTypesFile(bundleFile)
  await writeFiles(join(staging, 'sdk/src/generated'), { 'openapi.ts': types })
  const answers = contractExamplesFile(contract)
  await writeFiles(join(staging, 'sdk/src/testing/generated'), { 'contract-examples.ts': answers })

  const serverFolder = join(staging, 'server/src/generated')
  await writeFiles(serverFolder, { 'openapi.ts': types, ...serverFiles(contract) })

  const scratch = join(staging, 'scratch')
  await mkdir(scratch, { recursive: true })
  const emitted = await runTsoa({ folder: serverFolder, scratch, template: deriveTemplate(stockTemplate()) })
  checkRoundTrip(contract, emitted)
}

/** The server's generated sources except the routes, which tsoa generates from them. */
export function serverFiles(contract: Contract): Record<string, string> {
  const operations = operationsOf(contract)
  const groups = groupByTag(operations)
  return {
    'models.ts': modelsFile(contract),
    'header-types.ts': headerTypesFile(operations),
    'request-context.ts': requestContextFile(),
    'operations.ts': operationsFile(contract, operations),
    'defaults.ts': defaultsFile(contract, operations),
    'limits.ts': limitsFile(contract),
    ...validatorFiles(contract, operations),
    ...Object.fromEntries(groups.map((group) => [`${apiModule(group.tag)}.ts`, apiFile(group)])),
    ...Object.fromEntries(
      groups.map((group) => [`${controllerModule(group.tag)}.ts`, controllerFile(group)]),
    ),
    'controllers.ts': controllersFile(groups),
  }
}
