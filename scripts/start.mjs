// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './set-up/arguments.mjs'
import { runForeground, runInBackground } from './set-up/child-process.mjs'
import { prepare } from './set-up/prepare.mjs'
import { projectRoot, say } from './set-up/project.mjs'
import { serviceFlags } from './set-up/runtime.mjs'

/**
 * npm start: the whole service on this machine, embedded, at http://127.0.0.1:3000. The API reference and the
 * documentation site need more packages, which are installed in the background, so that nobody waits for them.
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
  const { node } = await prepare({ build: 'service' })
  const docs = flags.has('no-docs') ? undefined : buildDocs(node)
  try {
    return await runForeground(node, [...serviceFlags, 'server/dist/main.js', 'serve'])
  } finally {
    docs?.stop()
  }
}

/** @param {string} node */
function buildDocs(node) {
  if (!existsSync(join(projectRoot, 'out', 'docs')))
    say('preparing the reference and the guides in the background; they will be at /api/docs and /docs')
  return runInBackground(node, ['scripts/run.mjs', 'docs', '--if-stale'], (code) => {
    if (code === 0) say('the reference and the guides are there, at /api/docs and /docs')
    else say('the guides could not be built; npm run docs says why')
  })
}
