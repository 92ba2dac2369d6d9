// @ts-check
// npm run --silent providers -- COMMAND …: the engines of PROVIDERS_FILE, checked or listed.
import { runCommand, runPrepared } from './set-up/prepare.mjs'

await runCommand(() => runPrepared(['server/dist/main.js', 'providers', ...process.argv.slice(2)]))
