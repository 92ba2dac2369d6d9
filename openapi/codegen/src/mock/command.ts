import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, CommandError, UsageError } from '../command-line.ts'
import { packageFolder } from '../package-folder.ts'
import type { Contract } from '../read/contract.ts'
import { basePath } from '../read/normalize.ts'
import { operationsOf } from '../read/operations.ts'
import { rightsFlags, rightsHelp, rightsOf, rightsUsage, rightsValues } from '../read/reference-rights.ts'
import { wholeDocument } from '../read/whole-document.ts'
import { loadHook } from './hook.ts'

export const command: Command = {
  usage: `CONTRACT [--port N] [--hook FILE] ${rightsUsage}`,
  help: `  CONTRACT  an OpenAPI document, or a folder with an openapi.yaml
  --port N  4010 by default; 0 for any that is free
  --hook FILE
            a module that exports as \`hook\` what the examples lack: other choices, consistent ids, files
${rightsHelp}

Serves every operation from the examples of the contract, below the path of its first server. An example is
selected by Prism's words in a header: Prefer: code=404, example=NAME.

Needs Prism, which is not installed with this package:

  ${prismInstallation()}`,
  flags: rightsFlags,
  values: ['port', 'hook', ...rightsValues],
  wordsMax: 1,
  run: async ({ words: [contract], flags, values }) => {
    if (contract === undefined) throw new UsageError('name a contract')
    const port = Number(values.get('port') ?? 4010)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError('--port must be a number up to 65535')
    const log = (line: string) => console.log(line)
    const document = await wholeDocument(resolve(contract), rightsOf({ flags, values }))
    const { startMock } = await loadMock()
    const file = values.get('hook')
    const hook = file === undefined ? {} : await loadHook(file)
    const mock = await startMock({ document, port, log, hook }).catch((cause: unknown) => {
      throw new CommandError(reasonOf(cause, port))
    })
    log(greeting(mock.url, document))
    await new Promise<void>((ended) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended())
    })
    await mock.close()
    return 0
  },
}

/** With Prism, an optional peer of the package: it nearly doubles an installation, and only the mock uses it. */
async function loadMock(): Promise<typeof import('./start-mock.ts')> {
  try {
    return await import('./start-mock.ts')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing || !error.message.includes('@stoplight/')) throw error
    throw new CommandError(`the mock needs Prism: ${prismInstallation()}`)
  }
}

/** Beside this package, because Node looks for Prism from there. */
function prismInstallation(): string {
  const { name, peerDependencies } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const packages = Object.entries(peerDependencies).map(([peer, version]) => `${peer}@${version}`)
  return ['npm install --save-dev', name, ...packages].join(' ')
}

function reasonOf(cause: unknown, port: number): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return `port ${port} is taken: stop what uses it, or choose another with --port N`
  if (code === 'EACCES') return `port ${port} needs more rights: choose another with --port N`
  return `the mock does not start: ${reason}`
}

function greeting(url: string, document: Contract): string {
  const simple = operationsOf(document).find(({ method, path }) => method === 'get' && !path.includes('{'))
  const key = simple !== undefined && simple.security.length > 0 ? " -H 'Authorization: Bearer any'" : ''
  return [
    `The mock of the contract serves ${url}: every operation from its examples, with any credentials.`,
    'A header selects another response:  Prefer: code=404  or  Prefer: code=200, example=NAME',
    ...(simple === undefined ? [] : [`  curl ${url}${basePath(document)}${simple.path}${key}`]),
    'Ctrl-C stops it.',
  ].join('\n')
}
