// @ts-check
// npm start: the whole service on this machine, embedded, at http://127.0.0.1:3000.
import { runCommand, runPrepared } from './set-up/prepare.mjs'

await runCommand(() => runPrepared(['server/dist/main.js', 'serve', ...process.argv.slice(2)]))
