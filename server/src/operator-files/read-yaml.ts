import { readFile } from 'node:fs/promises'
import type Joi from 'joi'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { OperatorFileError } from './operator-file-error.js'

/**
 * Reads a YAML (or JSON) file and validates it against a schema, then by `findProblems`. Throws an
 * OperatorFileError that names every error with its line, not just the first.
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
  if (document.errors.length > 0) {
    throw new OperatorFileError(
      path,
      document.errors.map(
        (error) => `line ${lines.linePos(error.pos[0]).line}: ${error.message.split('\n')[0]}`,
      ),
    )
  }
  const { value, error } = schema.validate(document.toJS(), { abortEarly: false, convert: false })
  if (error !== undefined) {
    throw new OperatorFileError(
      path,
      error.details.map((detail) => `line ${lineOf(document, lines, detail.path)}: ${detail.message}`),
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

/** What no schema can say of a file: the keys that lead to the place, and a sentence. */
export interface YamlProblem {
  readonly at: readonly (string | number)[]
  readonly message: string
}

/** The line of the node at a path, or of its nearest existing parent. */
function lineOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
