import { type Alias, Composer, type CST, type Document, Lexer, LineCounter, Parser, visit } from 'yaml'
import { OperatorFileError } from './operator-file-error.ts'

/** Far more than any setting needs, and far less than what overflows the stack of a reader. */
const levelsMax = 100

/** A document with its content, and the means to tell lines. */
export interface ParsedYaml {
  readonly document: Document
  readonly lines: LineCounter
  readonly content: unknown
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
  const document = compose(text, lines, fail)
  const unknown = findUnknownAlias(document)
  if (unknown !== undefined)
    fail(
      unknown.range?.[0] ?? 0,
      `*${unknown.source} is used, but nothing before it is named &${unknown.source}`,
    )
  const content = contentOf(document)
  if (content === undefined || isDeeperThan(levelsMax, content))
    fail(
      findAlias(document)?.range?.[0] ?? 0,
      'aliases (*) multiply here beyond any use; write the values out',
    )
  return { document, lines, content }
}

const duplicateMessage = 'this key is in the same place twice'
const tooDeepMessage = `lists and keys are nested more than ${levelsMax} levels deep`

/** The first document of the text; what nests too deeply is found before anything that calls itself for each level. */
function compose(
  text: string,
  lines: LineCounter,
  fail: (offset: number, message: string) => never,
): Document {
  lines.addNewLine(0) // The parser does it only for a text that it reads as a whole.
  const parser = new Parser(lines.addNewLine)
  const tokens: CST.Token[] = []
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme))
    // The document itself is the first.
    if (parser.stack.length > levelsMax + 1) fail(parser.offset, tooDeepMessage)
  }
  tokens.push(...parser.end())
  const [first, second] = new Composer().compose(tokens, true, text.length)
  if (first === undefined) throw new Error('The composer makes a document of every text.')
  const [error] = first.errors
  if (error !== undefined)
    fail(error.pos[0], error.code === 'DUPLICATE_KEY' ? duplicateMessage : error.message)
  if (second !== undefined)
    return fail(second.range[0], 'a second document begins here (---); the file must have only one')
  // A tag that is not known is only a warning, but its value would silently be read without it.
  const [warning] = first.warnings
  return warning === undefined ? first : fail(warning.pos[0], warning.message)
}

function findUnknownAlias(document: Document): Alias | undefined {
  return findAlias(document, (alias) => alias.resolve(document) === undefined)
}

function findAlias(document: Document, isWanted = (_: Alias): boolean => true): Alias | undefined {
  let found: Alias | undefined
  visit(document, {
    Alias(_key, alias) {
      if (!isWanted(alias)) return undefined
      found = alias
      return visit.BREAK
    },
  })
  return found
}

/** undefined if aliases would multiply without end. An empty file is null. */
function contentOf(document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

/** Whether values are nested more deeply, as aliases can make them; one that contains itself is. */
function isDeeperThan(levels: number, content: unknown): boolean {
  let values: unknown[] = [content]
  for (let level = 0; level <= levels; level += 1) {
    const inner = values.filter((value) => typeof value === 'object' && value !== null)
    if (inner.length === 0) return false
    // Each once: an alias is the same object in all its places.
    values = [...new Set(inner.flatMap((value) => Object.values(value ?? {})))]
  }
  return true
}
