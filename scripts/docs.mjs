// @ts-check
// npm run docs: the SDK reference, as pages in out/reference. A broken link or an undocumented export is a
// failure.
import { readArguments } from './set-up/arguments.mjs'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'

await runCommand(async () => {
  readArguments({ usage: 'npm run docs' })
  const { node } = await prepare({ build: 'generate' })
  return runForeground(node, ['node_modules/typedoc/bin/typedoc', '--options', 'scripts/config/typedoc.json'])
})
