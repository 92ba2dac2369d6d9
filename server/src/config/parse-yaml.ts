import { type Document, type ErrorCode, LineCounter, parseDocument, visit } from 'yaml'
import { OperatorFileError } from './operator-file-error.ts'

/** A document with its content, and the means to tell lines. */
export interface ParsedYaml {
  readonly document: Document
  readonly lines: LineCounter
  readonly content: unknown
}

/** Where the parser's own words would not tell an operator what to change. */
const wordsFor: { readonly [code in ErrorCode]?: string } = {
  DUPLICATE_KEY: 'this key is in the same place twice',
  MULTIPLE_DOCS: 'a second document begins here (---); the file must have only one',
  RESOURCE_EXHAUSTION: 'lists and keys are nested too deeply here',
}

/**
 * Parses one YAML document. Throws an OperatorFileError with the line of the first error only: later ones
 * mostly follow from it, and one wrong indent can cause twenty.
 */
export function parseYaml(path: string, text: string): ParsedYaml {
  const lines = new LineCounter()
  const fail = (offset: number, message: string): never => {
    const { line, col } = lines.linePos(offset)
    throw new OperatorFileError(path, [`line ${line}, column ${col}: ${message}`])
  }
  const document: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  // A tag that is not known is only a warning, but its value would silently be read without it.
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined) fail(error.pos[0], wordsFor[error.code] ?? error.message)
  return { document, lines, content: contentOf(document, fail) }
}

/** An empty file is null. */
function contentOf(document: Document, fail: (offset: number, message: string) => never): unknown {
  let firstAlias = 0
  visit(document, {
    Alias(_key, alias, parents) {
      const offset = alias.range?.[0] ?? 0
      firstAlias ||= offset
      const named = alias.resolve(document)
      if (named === undefined)
        fail(offset, `*${alias.source} is used, but nothing before it is named &${alias.source}`)
      if (parents.some((parent) => parent === named)) fail(offset, `*${alias.source} contains itself`)
    },
  })
  try {
    return document.toJS()
  } catch (error) {
    // The parser counts what aliases multiply to.
    if (error instanceof ReferenceError)
      return fail(firstAlias, 'aliases (*) multiply here beyond any use; write the values out')
    throw error
  }
}
