// @ts-check
// npm run docs: the documentation site in out/docs, which the service serves at /docs, and the SDK reference
// alone in out/reference. A broken link or an undocumented export is a failure.
import { readArguments } from './set-up/arguments.mjs'
import { runCommand, runPrepared } from './set-up/prepare.mjs'

await runCommand(async () => {
  readArguments({ usage: 'npm run docs' })
  return runPrepared(['scripts/docs/main.ts'])
})
