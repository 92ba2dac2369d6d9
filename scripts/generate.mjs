#!/usr/bin/env node
// @ts-check
// npm run generate, and mediagen-generate in any folder: everything that a contract is generated into.
import { join } from 'node:path'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { callerFolder, projectRoot } from './set-up/project.mjs'

await runCommand(async () => {
  const { node } = await prepare({ build: 'none' })
  const program = join(projectRoot, 'scripts/generate/main.ts')
  return runForeground(node, [program, ...process.argv.slice(2)], { folder: callerFolder() })
})
