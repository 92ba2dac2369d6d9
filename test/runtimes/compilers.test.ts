import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { skipWhere } from './support/mock.ts'

const packages = fileURLToPath(new URL('node_modules', import.meta.url))
/** The lowest that the README names, those that many still have, and the newest. */
const versions = ['5.0', '5.4', '5.9', '6.0', '7.0']
/** How the package is found, with the programs that can find it so. */
const resolutions = [
  { resolution: 'bundler', module: 'esnext', programs: ['typed.ts'] },
  { resolution: 'node16', module: 'node16', programs: ['typed.ts', 'typed.cts'] },
] as const
/** Declarations of packages are checked, too, and none of Node or a framework are there to help them. */
const strictly = [
  ...['--noEmit', '--strict', '--pretty', 'false', '--skipLibCheck', 'false'],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
]
/** Declarations of openapi-fetch do not compile before 5.4, which `skipLibCheck` hides from a program. */
const ofOpenapiFetch = /^node_modules\/openapi-.*\n(?: .*\n)*/gm
const compileTimeoutMs = 60_000

/** What a compiler says of programs and of the SDK's declarations; nothing where they compile. */
async function complaintsOf(version: string, options: readonly string[], programs: readonly string[]) {
  const compiler = join(packages, `typescript-${version}`, 'bin', 'tsc')
  const args = [compiler, ...strictly, ...options, ...programs]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: inject('consumerFolder'),
    // A compiler that did not run says so elsewhere.
  }).catch(({ stdout, message }: Error & { stdout: string }) => ({ stdout: stdout || message }))
  return version === '5.0' ? stdout.replace(ofOpenapiFetch, '') : stdout
}

const cases = versions.flatMap((version) => resolutions.map((one) => ({ version, ...one })))

test.for(cases)(
  'TypeScript $version takes the types of the packed SDK, found by $resolution, and they reject wrong input',
  { timeout: compileTimeoutMs },
  async ({ version, resolution, module, programs }, context) => {
    skipWhere(inject('runtimesMissing') || undefined, context)
    const options = ['--module', module, '--moduleResolution', resolution]
    expect(await complaintsOf(version, options, programs)).toBe('')
  },
)
