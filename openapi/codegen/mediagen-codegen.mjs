#!/usr/bin/env node
// @ts-check
// The command mediagen-codegen, in any folder of a checkout with packages installed; Node 24 runs it.
import { runForeground } from '../../scripts/set-up/child-process.mjs'
import { prepare, runCommand } from '../../scripts/set-up/prepare.mjs'
import { callerFolder, projectRoot } from '../../scripts/set-up/project.mjs'

await runCommand(async () => {
  const { node } = await prepare({ build: 'none' })
  const program = `${projectRoot}/openapi/codegen/src/main.ts`
  return runForeground(node, [program, ...process.argv.slice(2)], { folder: callerFolder() })
})
