import { readFile } from 'node:fs/promises'
import type Joi from 'joi'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { closest, keysAt } from './known-keys.js'
import { OperatorFileError } from './operator-file-error.js'

/**
 * Reads a YAML (or JSON) file and validates it against a schema, then by `findProblems`. Throws an
 * OperatorFileError that names every error with its line, except that only the first syntax error is
 * reported.
 */
export async function readYaml<T>(
  path: string,
  schema: Joi.ObjectSchema<T>,
  findProblems: (value: T) => readonly YamlProblem[] = () => [],
): Promise<T> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new OperatorFileError(path, [
      `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    ])
  })
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  // Later syntax errors mostly follow from the first: one wrong indent can cause twenty.
  const [syntaxError] = document.errors
  if (syntaxError !== undefined) {
    const { line, col } = lines.linePos(syntaxError.pos[0])
    throw new OperatorFileError(path, [`line ${line}, column ${col}: ${inOneLine(syntaxError.message)}`])
  }
  const content = contentOf(path, document)
  const { value, error } = schema.validate(content, { abortEarly: false, convert: false })
  if (error !== undefined) {
    throw new OperatorFileError(
      path,
      error.details.map(
        (detail) => `line ${lineOf(document, lines, detail.path)}: ${inWords(schema, content, detail)}`,
      ),
    )
  }
  const problems = findProblems(value)
  if (problems.length > 0) {
    throw new OperatorFileError(
      path,
      problems.map((problem) => `line ${lineOf(document, lines, problem.at)}: ${problem.message}`),
    )
  }
  return value
}

/** A problem that a schema cannot express: the keys that lead to its place, and a sentence. */
export interface YamlProblem {
  readonly at: readonly (string | number)[]
  readonly message: string
}

/** Throws for an alias without its anchor, and for aliases that multiply without end. */
function contentOf(path: string, document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new OperatorFileError(path, [error instanceof Error ? error.message : String(error)])
  }
}

/** The parser's sentence without the location and the excerpt that follow it. */
function inOneLine(message: string): string {
  return message.replace(/ at line \d+, column \d+:[\s\S]*$/, '')
}

/** Joi's sentence, with a remedy if one is known. */
function inWords(schema: Joi.ObjectSchema, content: unknown, detail: Joi.ValidationErrorItem): string {
  if (detail.path.length === 0 && detail.type === 'object.base')
    return `the file must have the keys ${keysAt(schema, content, []).join(' and ')}`
  if (detail.type !== 'object.unknown') return detail.message
  const key = String(detail.path.at(-1))
  const meant = closest(key, keysAt(schema, content, detail.path.slice(0, -1)))
  return meant === undefined ? detail.message : `${detail.message}; did you mean ${meant}?`
}

/** The line of the node at a path, or of its nearest existing parent. */
function lineOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
