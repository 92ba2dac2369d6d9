// @ts-check
// npm test: every test but the end-to-end ones; with --all, those too. Other arguments after -- go to vitest;
// a project or, as the first one, a file's name chooses from all:  npm test -- --project unit
import { runCommand } from './set-up/prepare.mjs'
import { runTests } from './set-up/run-tests.mjs'

const given = process.argv.slice(2)
const choosesTests =
  given[0]?.startsWith('-') === false || given.some((word) => /^--(all|project)\b/.test(word))

await runCommand(() =>
  runTests({ suite: choosesTests ? 'all' : 'test', args: given.filter((word) => word !== '--all') }),
)
