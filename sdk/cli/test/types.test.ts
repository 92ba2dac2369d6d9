import type { Effect } from '@mediagen/sdk'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { effectTypes } from '../src/effect-types.js'
import { setStage } from './support/command.ts'

/** The errors of a program that imports the declarations. */
function errorsOf(declarations: string, program: string): string[] {
  const files = new Map([
    ['/effects.d.ts', declarations],
    ['/program.ts', program],
    [
      '/lib.d.ts',
      'interface Array<T> {} interface Boolean {} interface Function {} interface IArguments {} interface Number {} interface Object {} interface RegExp {} interface String {} interface CallableFunction {} interface NewableFunction {}',
    ],
  ])
  const host: ts.CompilerHost = {
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    getSourceFile: (path, target) => ts.createSourceFile(path, files.get(path) ?? '', target),
    getDefaultLibFileName: () => '/lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  }
  const options = {
    strict: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const compiled = ts.createProgram(['/program.ts', '/effects.d.ts'], options, host)
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const effectOf = (id: string, surface: 'image' | 'video', description = ''): Effect => ({
  id,
  name: id,
  description,
  surface,
  defaults: {},
})

test('types prints a module that compiles and rejects an id that the service does not have', async () => {
  const { run } = await setStage()
  const { code, output } = await run(['types'], { env: { MEDIAGEN_API_KEY: '' } })
  expect(code).toBe(0)
  const use = (name: string, id: string) =>
    errorsOf(output, `import type { ${name} } from './effects.js'\nexport const id: ${name} = '${id}'`)
  expect(use('ImageEffectId', 'watercolour')).toEqual([])
  expect(use('VideoEffectId', 'push-in')).toEqual([])
  expect(use('ImageEffectId', 'push-in')).toEqual([expect.stringContaining('not assignable')])
  expect(use('ImageEffectId', 'watercolor')).toEqual([expect.stringContaining('not assignable')])
})

test('types prints the same text for the same catalogue, whatever its order', () => {
  const effects = [effectOf('b', 'image'), effectOf('a', 'image'), effectOf('c', 'video')]
  expect(effectTypes(effects.toReversed(), 'http://x')).toBe(effectTypes(effects, 'http://x'))
})

test('types of a surface without effects allow no id', () => {
  expect(effectTypes([effectOf('a', 'image')], 'http://x')).toContain('export type VideoEffectId = never\n')
})

test('nothing that a service sends becomes code', () => {
  const hostile = [
    effectOf(
      `a" | string; declare const own: 'x`,
      'image',
      'first\nexport const evil = 1\u2028export const bad = 1',
    ),
  ]
  const declarations = effectTypes(hostile, 'http://x\nexport const worse = 1')
  expect(declarations).not.toMatch(/^export const/m)
  expect(
    errorsOf(
      declarations,
      `import type { ImageEffectId } from './effects.js'\nexport const id: ImageEffectId = 'any'`,
    ),
  ).toEqual([expect.stringContaining('not assignable')])
})
