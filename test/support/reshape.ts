import { posix } from 'node:path'
import ts from 'typescript'
import { type Modules, parse, pathBetween } from './server-modules.ts'

const printer = ts.createPrinter({ removeComments: true })

/**
 * The same program as somebody may leave it who tidies up: a function that many use has another name, the ledger is in a
 * folder of its own, and nothing of the format and no comment is left.
 */
export function reshape(modules: Modules): Modules {
  return new Map(
    [...modules].map(([path, text]) => [moved(path), print(withMovedImports(path, renamed(text)))]),
  )
}

export function print(text: string): string {
  return printer.printFile(parse(text))
}

export function renamed(text: string): string {
  return text.replaceAll(/\blockAccounts\b/g, 'holdAccounts')
}

function moved(path: string): string {
  return path.replace(/\/database\/ledger\.ts$/, '/database/money/ledger.ts')
}

function withMovedImports(path: string, text: string): string {
  return text.replaceAll(/(?<= from ')\.{1,2}\/[^']+/g, (imported) =>
    pathBetween(moved(path), moved(posix.join(posix.dirname(path), imported))),
  )
}
