// @ts-check
// npm run mock: the contract's examples, chosen by Prism, on port 4010 (or MOCK_PORT, or -- --port N).
// With -- --stateful the mock of the SDK's testing kit, which keeps tasks, uploads and a balance.
import { join } from 'node:path'
import { readArguments } from './set-up/arguments.mjs'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { projectRoot, SetUpError } from './set-up/project.mjs'

await runCommand(async () => {
  const { flags, values } = readArguments({
    usage: 'npm run mock -- [--port N] [--stateful]',
    flags: ['stateful'],
    values: ['port'],
  })
  const port = String(readPort(values.get('port')))
  if (flags.has('stateful')) {
    const { node } = await prepare()
    const program = join(projectRoot, 'sdk', 'cli', 'bin', 'mediagen.js')
    return runForeground(node, [program, 'mock', '--port', port])
  }
  const { node } = await prepare({ build: 'generate' })
  return runForeground(node, ['openapi/codegen/src/main.ts', 'mock', '--port', port])
})

/**
 * @param {string | undefined} given
 * @returns {number}
 */
function readPort(given) {
  const text = given ?? (process.env.MOCK_PORT || '4010')
  const port = Number(text)
  if (/^\d+$/.test(text) && port > 0 && port < 65_536) return port
  throw new SetUpError(`the port must be a number from 1 to 65535, not "${text}"`)
}
