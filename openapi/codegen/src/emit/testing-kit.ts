import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runtimeFolder } from '../package-folder.ts'
import type { Contract } from '../read/contract.ts'
import type { Operation } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { banner, copiedFile, runtimeModule } from './banner.ts'
import { contractExamplesFile } from './contract-examples.ts'
import { selfContained } from './self-contained.ts'
import { untypedModule } from './typed-module.ts'
import { validatorFiles } from './validators.ts'

/**
 * What the SDK's testing kit shares with the service: the examples of the contract, the validators and their
 * sentences. The package has them as files of its own, because it is installed without the service.
 */
export async function testingKitFiles(
  document: Contract,
  { contract, operations }: { readonly contract: Contract; readonly operations: readonly Operation[] },
  settings: Settings,
): Promise<Record<string, string>> {
  const {
    'request-validators.ts': typed = '',
    'validators.ts': byOperation = '',
    ...others
  } = validatorFiles(contract, operations, settings)
  if (Object.keys(others).length > 0) throw new Error(`Who uses ${Object.keys(others)} in the testing kit?`)
  const violations = (await runtimeSource('violations.ts')).replace(
    "import type { Violation } from '../errors/service-error.ts'",
    typeOfViolation,
  )
  const validators = untypedModule(typed)
  const names = [...validators.matchAll(/^export const (\w+) = /gm)].map(([, name]) => name)
  return {
    'contract-examples.ts': contractExamplesFile(document),
    'request-validators.js': selfContained(validators),
    'request-validators.d.ts': `${banner}\n${[
      "import type { Validator } from './validator.js'\n",
      ...names.map((name) => `export declare const ${name}: Validator`),
    ].join('\n')}\n`,
    'validator.ts': copiedFile(await runtimeSource('validator.ts')),
    'validators.ts': byOperation
      .replace('./operations.js', '../../generated/operations.js')
      .replace(`${runtimeModule}/validation`, './validator.js')
      .replace(/^export .* from .*$/m, "export type { Validator } from './validator.js'"),
    'violations.ts': copiedFile(violations.replace('./validator.ts', './validator.js')),
  }
}

function runtimeSource(name: string): Promise<string> {
  return readFile(join(runtimeFolder, 'src', 'validation', name), 'utf8')
}

const typeOfViolation =
  "import type { components } from '../../generated/openapi.js'\n\ntype Violation = components['schemas']['ApiErrorDetail']"
