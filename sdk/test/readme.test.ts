import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import * as sdk from '../src/index.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const guide = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const programs = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
const components = [...guide.matchAll(/```tsx\n(.*?)```/gs)].map(([, code = '']) => code)

/** For the declarations of a browser, on a machine that is busy. */
const compileMsMax = 120_000

describe('the guide', () => {
  test('has code that compiles, as strictly as the SDK itself', () => {
    expect(programs.length).toBeGreaterThan(9)
    expect(compile(programs.map(complete))).toEqual([])
  })

  test('has components that compile in a page, and would not with a mistake', {
    timeout: compileMsMax,
  }, () => {
    expect(components.length).toBeGreaterThan(1)
    const mistaken = "import { useTask } from '@mediagen/sdk/react'\nuseTask()\n"
    expect(compile([...components.map(complete), mistaken], pageOptions)).toEqual([
      expect.stringContaining('Expected 2 arguments, but got 0'),
    ])
  })

  test('would not compile with a mistake in it', () => {
    expect(compile([complete('await client.images.generate({ prompt: 7 })\n')])).toHaveLength(1)
  })

  test('lists every error class, and none that is not there', () => {
    const listed = [...guide.matchAll(/^\| `(\w+Error)` \|/gm)].map(([, name]) => name)
    const exported = Object.keys(sdk).filter((name) => name.endsWith('Error') && name !== 'MediagenError')
    expect(listed.sort()).toEqual(exported.sort())
  })

  test('lists every setting of the client', async () => {
    const source = await readFile(new URL('../src/mediagen.ts', import.meta.url), 'utf8')
    const options = source.slice(source.indexOf('interface MediagenOptions'), source.indexOf('export class'))
    const names = [...options.matchAll(/readonly (\w+)\?:/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) expect(guide).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'))
  })
})

/** Node's own types say of a request what a page's do not. */
const pageOptions: ts.CompilerOptions = {
  jsx: ts.JsxEmit.ReactJSX,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
}

/** Makes a program of a piece: most pieces go on with a client that an earlier one made. */
function complete(code: string): string {
  const client = code.includes('const client =')
    ? ''
    : "declare const client: import('@mediagen/sdk').Mediagen\n"
  return `${client}${code}\nexport {}\n`
}

/** What the compiler says to some programs, which are components with options of their own. */
function compile(sources: readonly string[], own?: ts.CompilerOptions): string[] {
  const extension = own ? 'tsx' : 'ts'
  const files = new Map(
    sources.map((source, index) => [`${packageFolder}readme-${index}.${extension}`, source]),
  )
  const { config } = ts.readConfigFile(`${packageFolder}../tsconfig.base.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, packageFolder)
  const paths = {
    '@mediagen/sdk': [`${packageFolder}src/index.ts`],
    '@mediagen/sdk/proxy': [`${packageFolder}src/proxy/index.ts`],
    '@mediagen/sdk/react': [`${packageFolder}src/react/index.ts`],
    '@mediagen/sdk/testing': [`${packageFolder}src/testing/index.ts`],
    '@mediagen/sdk/testing/msw': [`${packageFolder}src/testing/msw.ts`],
  }
  const all = { ...options, ...own, noEmit: true, paths }
  const host = ts.createCompilerHost(all)
  const { fileExists, readFile: read, getSourceFile } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? read(path)
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path)
    return text === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target)
  }
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], all, host))
  return diagnostics.map(
    ({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  )
}
