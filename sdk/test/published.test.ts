import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

describe('the package as it is built', () => {
  test('has nothing that publint finds wrong', async () => {
    const { messages } = await publint({ pkgDir: packageFolder, pack: 'npm', strict: true })
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

  test('has types that hold programs to what they may do, of ESM and of CommonJS', async () => {
    const program = await readFile(new URL('types/client.ts', import.meta.url), 'utf8')
    const text = program.replace('../../src/index.js', '@mediagen/sdk')
    const msw = [
      "import { setupServer } from 'msw/node'",
      "import { contractHandlers } from '@mediagen/sdk/testing/msw'",
      "setupServer(...contractHandlers({ getTask: 'queued' }))",
    ].join('\n')
    const paths = ['program.mts', 'program.cts'].map((name) => join(packageFolder, name))
    const complaints = complaintsOf(paths, `${text}\n${msw}\nclient.nothing\n`)
    expect(complaints).toEqual(Array(2).fill("Property 'nothing' does not exist on type 'Mediagen'."))
  })
})

/** What the compiler says to programs of this text that are not on the disk. */
function complaintsOf(paths: readonly string[], text: string): string[] {
  const { config } = ts.readConfigFile(join(packageFolder, '..', 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, packageFolder)
  const host = ts.createCompilerHost({ ...options, noEmit: true })
  const { fileExists, readFile: read, getSourceFile } = host
  // The compiler's own is the folder in which the process first asked it, which may have been another test's.
  host.getCurrentDirectory = () => packageFolder
  host.fileExists = (name) => paths.includes(name) || fileExists(name)
  host.readFile = (name) => (paths.includes(name) ? text : read(name))
  host.getSourceFile = (name, target, ...rest) => {
    return paths.includes(name)
      ? ts.createSourceFile(name, text, target)
      : getSourceFile(name, target, ...rest)
  }
  // It is written for ESM, and is CommonJS where the name of its file says so.
  const settings = { ...options, noEmit: true, skipLibCheck: false, verbatimModuleSyntax: false }
  const program = ts.createProgram(paths, settings, host)
  // Those of Node and of the language are not looked at, which would take most of the time.
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(packageFolder))
  const found = files.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ])
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
