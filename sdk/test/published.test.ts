import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { makeApiReport, reportPath } from '../make-api-report.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
/** For all declarations of Node and of this package, on a machine that is busy. */
const compileTimeoutMs = 60_000
const modulesFolder = join(packageFolder, '..', 'node_modules')
/**
 * All that an installation puts on the disk; 829 KB when this was written. 278 KB are openapi-fetch, 124 KB source maps,
 * 155 KB the sources that they name, 78 KB types, 94 KB the client in both formats, 77 KB the testing kit in both.
 */
const installedBytesMax = 840_000

describe('the package as it is built', () => {
  test('has nothing that publint finds wrong', async () => {
    const { messages } = await publint({ pkgDir: packageFolder, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  test('has the right types for each way to import it', async () => {
    const program = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url))
    const run = promisify(execFile)(program, [
      '--pack',
      packageFolder,
      '--profile',
      'node16',
      '--format',
      'json',
    ])
    const { stdout } = await run
    const { analysis }: { analysis: { problems: { resolutionKind?: string }[] } } = JSON.parse(stdout)
    // Node 10 and its kind know no subpaths, and are not among those that the package is for.
    expect(analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual([])
  })

  test.each([
    ['ESM', 'mts'],
    ['CommonJS', 'cts'],
  ])(
    'has types that hold programs to what they may do, in %s, too',
    { timeout: compileTimeoutMs },
    async (_, kind) => {
      const program = await readFile(new URL('types/client.ts', import.meta.url), 'utf8')
      const text = program.replace('../../src/index.js', '@mediagen/sdk')
      const msw = [
        "import { setupServer } from 'msw/node'",
        "import { contractHandlers } from '@mediagen/sdk/testing/msw'",
        "setupServer(...contractHandlers({ getTask: 'queued' }))",
      ].join('\n')
      const complaints = complaintsOf(
        join(packageFolder, `program.${kind}`),
        `${text}\n${msw}\nclient.nothing\n`,
      )
      expect(complaints).toEqual(["Property 'nothing' does not exist on type 'Mediagen'."])
    },
  )

  test('takes no more room than it did: with openapi-fetch, which has 278 KB of it', async () => {
    const { unpackedSize } = await pack()
    const dependencies = ['openapi-fetch', 'openapi-typescript-helpers']
    const sizes = await Promise.all(dependencies.map((name) => sizeOf(join(modulesFolder, name))))
    expect(sizes.reduce((sum, size) => sum + size, unpackedSize)).toBeLessThan(installedBytesMax)
  })

  test('has a map for each program, and every source of its own that a map names', async () => {
    const { files } = await pack()
    const paths = new Set(files.map(({ path }) => path))
    const programs = [...paths].filter((path) => /^dist\/.*\.c?js$/.test(path))
    expect(programs.length).toBeGreaterThan(6)
    for (const path of programs) {
      const { sources }: { sources: string[] } = JSON.parse(
        await readFile(join(packageFolder, `${path}.map`), 'utf8'),
      )
      for (const source of sources) {
        const place = join(dirname(path), source)
        expect([...paths, '../../openapi-fetch/src/index.js']).toContain(place)
      }
    }
  })

  test.each([
    ['ESM', "await import('@mediagen/sdk')"],
    ['CommonJS', "createRequire(import.meta.url)('@mediagen/sdk')"],
  ])('costs a process that has just started less than 10 ms to import as %s', async (_, load) => {
    const code = `import { createRequire } from 'node:module'
      const [startedAt, before] = [performance.now(), process.cpuUsage()]
      ${load}
      const { user, system } = process.cpuUsage(before)
      console.log(Math.min(performance.now() - startedAt, (user + system) / 1000))`
    const times: number[] = []
    for (let run = 0; run < 7; run += 1) {
      const program = ['--input-type=module', '--eval', code]
      const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: packageFolder })
      times.push(Number(stdout))
    }
    // The time of the processor where others use it as well. Their work only ever makes it longer.
    expect(Math.min(...times)).toBeLessThan(10)
  })
})

test('the report of the API says what a program can see; run make-api-report.ts after a change of it', async () => {
  expect(await readFile(reportPath, 'utf8')).toBe(makeApiReport())
})

/** What npm would publish. */
async function pack(): Promise<{ unpackedSize: number; files: { path: string }[] }> {
  const program = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = await promisify(execFile)('npm', program, { cwd: packageFolder })
  const [packed]: { unpackedSize: number; files: { path: string }[] }[] = JSON.parse(stdout)
  if (packed === undefined) throw new Error('npm would publish nothing')
  return packed
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(folder, name))
      return file.isFile() ? file.size : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** What the compiler says to a program that is not on the disk. */
function complaintsOf(path: string, text: string): string[] {
  const { config } = ts.readConfigFile(join(packageFolder, '..', 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, packageFolder)
  const host = ts.createCompilerHost({ ...options, noEmit: true })
  const { fileExists, readFile: read, getSourceFile } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.readFile = (name) => (name === path ? text : read(name))
  host.getSourceFile = (name, target, ...rest) => {
    return name === path ? ts.createSourceFile(name, text, target) : getSourceFile(name, target, ...rest)
  }
  // The program is written as one for ESM, and is CommonJS where its name says so.
  const settings = { ...options, noEmit: true, skipLibCheck: false, verbatimModuleSyntax: false }
  const program = ts.createProgram([path], settings, host)
  // Those of Node and of the language are not looked at, which would take most of the time.
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(packageFolder))
  const found = files.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ])
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
