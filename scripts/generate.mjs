// @ts-check
// npm run generate: everything that is generated from the contract, and the report of the SDK's API. With
// options of mediagen-codegen generate, another contract.
import { join } from 'node:path'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { callerFolder, projectRoot } from './set-up/project.mjs'

await runCommand(async () => {
  const { node } = await prepare({ build: 'none' })
  const words = process.argv.slice(2)
  const generate = [join(projectRoot, 'openapi/codegen/src/main.ts'), 'generate']
  if (words.some((word) => word !== '--check'))
    return runForeground(node, [...generate, ...words], { folder: callerFolder() })
  const own = [...generate, '--config', join(projectRoot, 'openapi/generate.yaml')]
  const code = await runForeground(node, [...own, ...words])
  const reportCode = await runForeground(node, ['sdk/make-api-report.ts', ...words])
  return code || reportCode
})
