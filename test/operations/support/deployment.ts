import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The text of a file of the project. */
export function readText(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}

/** A YAML file with its merge keys applied. */
// biome-ignore lint/suspicious/noExplicitAny: the tests assert on what they read.
export function readYaml(text: string): any {
  return parse(text, { merge: true })
}

/** Every document of a YAML file. */
// biome-ignore lint/suspicious/noExplicitAny: the tests assert on what they read.
export function readManifests(path: string): any[] {
  return parseAllDocuments(readText(path)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS()
  })
}

/** A secret of its own for each name, in place of the placeholder of an example. */
export function fillIn(name: string, value: string): string {
  return value.replace(/replace-me[\w-]*/, () => createHash('sha256').update(name).digest('hex'))
}

/** The variables that the server reads, from the one file that may. */
export const knownSettings = [
  ...readText('server/src/config/environment.ts').matchAll(
    /^ {2}([A-Z][A-Z_]+): (?:Joi|wholeNumberFrom)\b/gm,
  ),
].map(([, name = '']) => name)

/** A constant of the sources, in seconds. */
function secondsOf(path: string, pattern: RegExp): number {
  return Number(pattern.exec(readText(path))?.[1])
}

/**
 * After how many seconds a process that is asked to stop ends itself at the latest; a worker with the
 * seconds of its drain.
 */
export function stopSecondsMax(drainSeconds: string | undefined): number {
  const path = 'server/src/commands/until-stopped.ts'
  return (
    Number(drainSeconds ?? secondsOf(path, /requestsMsMax = (\d+)_000/)) +
    secondsOf(path, /handBackMsMax = (\d+)_000/)
  )
}

/** Variables that the AWS SDK, or Node itself, reads. */
export const foreignSettings = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NODE_ENV']

/** An image by exact version, for people, and by digest, which alone says what it contains. */
export const pinnedImage = /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)*@sha256:[0-9a-f]{64}$/

export interface DockerInstruction {
  readonly name: string
  readonly text: string
}

/**
 * The stages of a Dockerfile in order, each with its instructions; continued lines and comments are resolved.
 */
export function readDockerStages(path: string): DockerInstruction[][] {
  const instructions = readText(path)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }))
  const stages: DockerInstruction[][] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}

/** The sources and the destination of each COPY of a stage. */
export function copiesOf(stage: readonly DockerInstruction[]): {
  readonly from: string | undefined
  readonly sources: string[]
  readonly to: string
}[] {
  return stage
    .filter(({ name }) => name === 'COPY')
    .map(({ text }) => {
      const from = /^--from=(\S+)/.exec(text)?.[1]
      const parts = text.replace(/^--from=\S+ /, '').split(/\s+/)
      return { from, sources: parts.slice(0, -1), to: parts.at(-1) ?? '' }
    })
}
