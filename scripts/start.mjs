// @ts-check
// npm start: the whole service on this machine, embedded, at http://127.0.0.1:3000.
import { readArguments } from './set-up/arguments.mjs'
import { runCommand, runPrepared } from './set-up/prepare.mjs'

await runCommand(async () => {
  readArguments({ usage: 'npm start; settings are environment variables, as in PORT=4000 npm start' })
  return runPrepared(['server/dist/main.js', 'serve'])
})
