// @ts-check
// npm run --silent admin -- COMMAND …: the operator's commands. Standard output contains only their result.
import { runCommand, runPrepared } from './set-up/prepare.mjs'

await runCommand(() => runPrepared(['server/dist/main.js', 'admin', ...process.argv.slice(2)]))
