// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './set-up/arguments.mjs'
import { runForeground, runInBackground } from './set-up/child-process.mjs'
import { prepare } from './set-up/prepare.mjs'
import { projectRoot, say } from './set-up/project.mjs'

/**
 * npm start: the whole service on this machine, embedded, at http://127.0.0.1:3000. The documentation site is
 * built in the background if it is missing or out of date, so that nobody waits for it.
 * @param {readonly string[]} args
 */
export async function start(args) {
  const { flags } = readArguments(
    {
      usage: 'npm start [-- --no-docs]; settings are environment variables, as in PORT=4000 npm start',
      help: '  --no-docs  leaves the documentation site at /docs as it is',
      flags: ['no-docs'],
    },
    args,
  )
  const { node } = await prepare()
  const docs = flags.has('no-docs') ? undefined : buildDocs(node)
  try {
    return await runForeground(node, ['server/dist/main.js', 'serve'])
  } finally {
    docs?.stop()
  }
}

/** @param {string} node */
function buildDocs(node) {
  if (!existsSync(join(projectRoot, 'out', 'docs')))
    say('building the documentation in the background; it will be at /docs')
  return runInBackground(node, ['scripts/docs/main.ts', '--if-stale'], (code) => {
    if (code === 0) say('the documentation is up to date, at /docs')
    else say('the documentation could not be built; npm run docs says why')
  })
}
