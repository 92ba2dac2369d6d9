// @ts-check
// npm run mock: the contract's examples, served by Prism on port 4010 (or MOCK_PORT, or -- --port N).
// With -- --stateful the mock of the SDK's testing kit, which keeps tasks, uploads and a balance.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readArguments } from './set-up/arguments.mjs'
import { passOnSignals, runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'
import { prismArguments, prismReadyLine } from './set-up/prism.mjs'
import { childEnvironment, projectRoot, SetUpError } from './set-up/project.mjs'

await runCommand(async () => {
  const { flags, values } = readArguments({
    usage: 'npm run mock -- [--port N] [--stateful]',
    flags: ['stateful'],
    values: ['port'],
  })
  const port = readPort(values.get('port'))
  if (flags.has('stateful')) {
    const { node } = await prepare()
    const program = join(projectRoot, 'sdk', 'cli', 'bin', 'mediagen.js')
    return runForeground(node, [program, 'mock', '--port', String(port)])
  }
  const { node } = await prepare({ build: 'generate' })
  return serve(node, port)
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

/**
 * Runs Prism and shortens its log to one to three lines per request; resolves to its exit code.
 * @param {string} node
 * @param {number} port
 * @returns {Promise<number>}
 */
function serve(node, port) {
  return new Promise((resolve, reject) => {
    const prism = spawn(node, prismArguments(port), {
      cwd: projectRoot,
      env: { ...childEnvironment(), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    passOnSignals(prism)
    for (const stream of [prism.stdout, prism.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        const text = shorten(line)
        if (text !== undefined) process.stdout.write(`${text}\n`)
      })
    }
    prism.once('error', reject)
    prism.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 0)))
  })
}

/**
 * A readable form of a line of Prism's log, or undefined to omit it.
 * @param {string} line
 * @returns {string | undefined}
 */
function shorten(line) {
  const ready = prismReadyLine.exec(line)?.[1]
  if (ready !== undefined) return greeting(ready)
  const request = /\[HTTP SERVER\] (\w+) (\S+) .*Request received/.exec(line)
  if (request !== null) return `${request[1]?.toUpperCase()} ${request[2]}`
  const status = /> Responding with "(\d+)"/.exec(line)
  if (status !== null) return `  answered ${status[1]}`
  const violation = /Violation: (.*)/.exec(line)
  if (violation !== null) return `  against the contract: ${violation[1]}`
  if (line.includes('EADDRINUSE'))
    return 'The port is taken: stop what uses it, or choose another with -- --port N.'
  return /(?:terminated with error|✖\s+fatal)\W*(\w.*)/.exec(line)?.[1]
}

/** @param {string} url */
function greeting(url) {
  return [
    `The mock of the contract serves ${url}: every operation from its named examples, with any API key.`,
    'A header selects another response:  Prefer: code=402  or  Prefer: code=200, example=succeededImage',
    `  curl ${url}/api/v1/me -H 'Authorization: Bearer any'`,
    'Ctrl-C stops it.',
  ].join('\n')
}
