import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const contract = 'server/contract/src'
const serverFolders = ['src', 'core', 'database', 'engines', 'media', 'storage', 'worker'].map(
  (name) => `server/${name}`,
)

/** The sources of server, contract and SDK as one program, in which files can be replaced by other texts. */
export interface OverlaidProgram {
  /** The compiler's messages about some files, one line each, while other files have the given texts. */
  errorsIn(files: readonly string[], overlays: Readonly<Record<string, string>>): string[]
}

/**
 * Creates the program once: a replaced file is parsed again, and only the requested files are checked. The
 * server sees the sources of the contract's package instead of its build, so that a planted change of the
 * contract reaches it as a build would.
 */
export function createOverlaidProgram(): OverlaidProgram {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const options: ts.CompilerOptions = {
    ...ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options,
    noEmit: true,
    experimentalDecorators: true,
    allowJs: true,
    checkJs: false,
    paths: contractPaths(),
  }
  const files = [...serverFolders, contract, 'sdk/src']
    .flatMap((folder) => ts.sys.readDirectory(join(root, folder), ['.ts'], ['dist']))
    .filter((file) => !/\.test\.ts$|\/support\//.test(file))
  const versions = new Map<string, number>()
  let texts = new Map<string, string>()
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => files,
    getScriptVersion: (file) => String(versions.get(file) ?? 0),
    getScriptSnapshot: (file) => {
      const text = texts.get(file) ?? ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  }
  const service = ts.createLanguageService(host)
  return {
    errorsIn(asked, overlays) {
      const next = new Map(Object.entries(overlays).map(([file, text]) => [join(root, file), text]))
      for (const file of new Set([...texts.keys(), ...next.keys()]))
        versions.set(file, (versions.get(file) ?? 0) + 1)
      texts = next
      return asked.flatMap((file) => {
        const path = join(root, file)
        const found = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]
        return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
      })
    },
  }
}

/** The exports of the contract's package, each mapped to its source. */
function contractPaths(): Record<string, string[]> {
  const manifest: { exports: Record<string, { default: string }> } = JSON.parse(
    readFileSync(join(root, 'server/contract/package.json'), 'utf8'),
  )
  return Object.fromEntries(
    Object.entries(manifest.exports).map(([name, target]) => [
      `@mediagen/contract${name.slice(1)}`,
      [join(root, target.default.replace('./dist/', `${contract}/`).replace(/\.js$/, '.ts'))],
    ]),
  )
}
