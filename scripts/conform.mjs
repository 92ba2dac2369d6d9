// @ts-check
// npm run conform -- URL --key KEY: holds a running backend against the contract.
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'

await runCommand(async () => {
  const { node } = await prepare({ build: 'none' })
  return runForeground(node, ['openapi/codegen/src/main.ts', 'conform', ...process.argv.slice(2)])
})
