// @ts-check
// npm run changelog: writes openapi/CHANGELOG.md, unless the contract would break clients of its release.
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'

await runCommand(async () => {
  const { node } = await prepare({ build: 'none' })
  return runForeground(node, ['openapi/codegen/src/main.ts', 'diff', '--write'])
})
