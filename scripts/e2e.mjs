// @ts-check
// npm run e2e: the built programs as their users run them, in browsers and on other runtimes. Arguments after
// -- go to vitest.
import { runCommand } from './set-up/prepare.mjs'
import { runTests } from './set-up/run-tests.mjs'

await runCommand(() => runTests({ suite: 'e2e', args: process.argv.slice(2) }))
