// @ts-check
// npm run generate, mock and conform: commands of openapi/codegen, with what they are for our own contract.
import { join } from 'node:path'
import { readArguments } from './set-up/arguments.mjs'
import { runForeground } from './set-up/child-process.mjs'
import { prepare } from './set-up/prepare.mjs'
import { callerFolder, projectRoot, SetUpError, say } from './set-up/project.mjs'

const codegen = join(projectRoot, 'openapi/codegen/src/main.ts')
const contract = join(projectRoot, 'openapi/openapi.yaml')

/**
 * Generates what comes from the contract and its error codes, and the report of the SDK's API; with options of
 * `mediagen-codegen generate`, from another contract into the caller's folder.
 * @param {readonly string[]} args
 */
export async function generate(args) {
  const { node } = await prepare({ build: 'none' })
  if (args.some((word) => word !== '--check'))
    return runForeground(node, [codegen, 'generate', ...args], { folder: callerFolder() })
  const config = join(projectRoot, 'openapi/generate.yaml')
  let failed = 0
  for (const step of [
    ['scripts/errors/write-codes.ts'],
    [codegen, 'generate', '--config', config],
    ['scripts/docs/write-guide-code.ts'],
    ['sdk/make-api-report.ts'],
  ])
    failed ||= await runForeground(node, [...step, ...args])
  return failed
}

/**
 * Serves the contract's examples, chosen by Prism; with --stateful the mock of the SDK's testing kit, which
 * keeps tasks, uploads and a balance.
 * @param {readonly string[]} args
 */
export async function mock(args) {
  const usage = 'npm run mock -- [--port N] [--stateful]'
  const { flags, values } = readArguments({ usage, flags: ['stateful'], values: ['port'] }, args)
  const port = String(readPort(values.get('port')))
  if (flags.has('stateful')) {
    const { node } = await prepare()
    return runForeground(node, [join(projectRoot, 'sdk/cli/bin/mediagen.js'), 'mock', '--port', port])
  }
  const { node } = await prepare({ build: 'none' })
  say('openapi/generated/mock.md has every response with its request')
  const hook = join(projectRoot, 'openapi/mock/media-hook.ts')
  return runForeground(node, [codegen, 'mock', contract, '--port', port, '--hook', hook])
}

/**
 * Checks a running backend against our contract; with --no-generations, without starting any.
 * @param {readonly string[]} args
 */
export async function conform(args) {
  const { node } = await prepare({ build: 'none' })
  const isFree = args.includes('--no-generations') || args.includes('--read-only')
  const scenario = join(projectRoot, 'openapi/conform', isFree ? 'media-without-generations.ts' : 'media.ts')
  const others = args.filter((word) => word !== '--no-generations')
  return runForeground(node, [
    ...[codegen, 'conform', '--contract', contract, '--scenario', scenario],
    ...(args.some((word) => word.startsWith('--requests')) ? [] : ['--requests', '200']),
    ...others,
  ])
}

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
