// @ts-check
// npm run --silent providers -- COMMAND …: checks or lists the engines of PROVIDERS_FILE.
import { runCommand, runPrepared } from './set-up/prepare.mjs'

await runCommand(() => runPrepared(['server/dist/main.js', 'providers', ...process.argv.slice(2)]))
