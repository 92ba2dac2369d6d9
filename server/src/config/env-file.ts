import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { OperatorFileError } from './operator-file-error.ts'

const name = '.env'
/** How the file begins that `mediagen-server init` writes. */
const heading = '# mediagen-server'

/**
 * Reads the settings of `.env` in the working folder into the environment, whose own variables win. The first
 * line has to say whose file it is: an app's file in the same folder may name the app's database, which is none
 * of ours to migrate. Returns why a file was not read; undefined if it was, or if there is none. Throws an
 * OperatorFileError that names each line without a variable and its value.
 */
export function loadEnvFile(): string | undefined {
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isAbsent ? undefined : `${name} cannot be read: ${error instanceof Error ? error.message : error}`
  }
  if (!text.startsWith(heading))
    return `${name} is not read, because its first line is not "${heading}": it may be another program's`
  const lines = linesWithoutVariable(text)
  if (lines.length > 0)
    throw new OperatorFileError(
      name,
      lines.map((line) => `line ${line}: must be NAME=value, or begin with # as a comment`),
    )
  process.loadEnvFile(name)
  return undefined
}

/** The variables that a `.env` of ours in the working folder names; none if there is no such file. */
export function namesInEnvFile(): string[] {
  try {
    const text = readFileSync(name, 'utf8')
    return text.startsWith(heading) ? Object.keys(parseEnv(text)) : []
  } catch {
    // loadEnvFile has said that it cannot be read.
    return []
  }
}

const assignment = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(?<value>.*)$/

/**
 * The numbers of lines that neither set a variable nor are comments: the parser skips them without a word. A
 * quoted value may have several lines.
 */
export function linesWithoutVariable(text: string): number[] {
  const wrong: number[] = []
  let quote: string | undefined
  const lines = text.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined
      continue
    }
    if (/^\s*(#|$)/.test(line)) continue
    const value = assignment.exec(line)?.groups?.value
    if (value === undefined) wrong.push(index + 1)
    const [opening = ''] = value ?? ''
    if (!/["'`]/.test(opening) || value?.slice(1).includes(opening)) continue
    if (lines.slice(index + 1).some((later) => later.includes(opening))) quote = opening
    else wrong.push(index + 1)
  }
  return wrong
}
