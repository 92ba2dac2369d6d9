import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const packageFolder = fileURLToPath(new URL('../../sdk/', import.meta.url))

/** Node's own types say of a request what a page's do not. */
export const pageOptions: ts.CompilerOptions = {
  jsx: ts.JsxEmit.ReactJSX,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
}

/**
 * What the compiler says to some programs that use the SDK from its sources, as strictly as it compiles itself;
 * they are components with options of their own.
 */
export function compile(sources: readonly string[], own?: ts.CompilerOptions): string[] {
  const extension = own ? 'tsx' : 'ts'
  const files = new Map(
    sources.map((source, index) => [`${packageFolder}sample-${index}.${extension}`, source]),
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
