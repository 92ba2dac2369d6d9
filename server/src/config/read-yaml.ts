import type Joi from 'joi'
import { type Document, isNode, type LineCounter } from 'yaml'
import { closest, keysAt } from './known-keys.ts'
import { OperatorFileError } from './operator-file-error.ts'
import { parseYaml } from './parse-yaml.ts'
import { readOperatorFile } from './read-operator-file.ts'

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
  const { document, lines, content } = parseYaml(path, await readOperatorFile(path))
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

/** Joi's sentence, with a remedy if one is known. */
function inWords(schema: Joi.ObjectSchema, content: unknown, detail: Joi.ValidationErrorItem): string {
  if (detail.path.length === 0 && detail.type === 'object.base')
    return `the file must have the keys ${keysAt(schema, content, []).join(' and ')}`
  if (detail.type !== 'object.unknown') return detail.message
  const key = String(detail.path.at(-1))
  if (key === '<<') return `${detail.message}: keys are not merged; write them out`
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
