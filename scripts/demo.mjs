// @ts-check
// npm run demo: a tour of all four products through the SDK, on a throwaway service. Arguments after -- go to
// the tour.
import { runCommand, runPrepared } from './set-up/prepare.mjs'

await runCommand(() => runPrepared(['scripts/demo/main.ts', ...process.argv.slice(2)]))
