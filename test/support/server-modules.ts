import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../../scripts/set-up/project.mjs'

/** The text of each module, by its path. */
export type Modules = ReadonlyMap<string, string>

const folder = join(projectRoot, 'server', 'src')

/** The modules of the server. */
export function readModules(): Modules {
  const paths = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/support/**'] })
  return new Map(paths.map((path) => [join(folder, path), readFileSync(join(folder, path), 'utf8')]))
}

export function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true)
}

/** A function, class or constant of a module, with the statement that declares it. */
export interface Declared {
  readonly name: string
  readonly node: ts.Statement
}

/** Those of a module, without what is declared inside them. */
export function declarationsOf(module: ts.SourceFile): Declared[] {
  return module.statements.flatMap((node): Declared[] => {
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.map(({ name }) => ({ name: name.getText(), node }))
    const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)
    return isNamed && node.name !== undefined ? [{ name: node.name.text, node }] : []
  })
}

/** How a module imports another one. */
export function pathBetween(importing: string, imported: string): string {
  const path = posix.relative(posix.dirname(importing), imported)
  return path.startsWith('.') ? path : `./${path}`
}
