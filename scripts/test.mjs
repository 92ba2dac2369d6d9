// @ts-check
// npm test: every test but the end-to-end ones; with --all, those too. Other arguments after -- go to vitest,
// for example  npm test -- --project unit  or a file's name, and may choose any test.
import { runCommand } from './set-up/prepare.mjs'
import { runTests } from './set-up/run-tests.mjs'

const given = process.argv.slice(2)

await runCommand(() =>
  runTests({ suite: given.length === 0 ? 'test' : 'all', args: given.filter((word) => word !== '--all') }),
)
