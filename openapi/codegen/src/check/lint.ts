import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { packageFolder } from '../package-folder.ts'
import { type HttpMethod, httpMethods } from '../read/contract.ts'
import { ContractFaults, faultReport } from '../read/faults.ts'
import { pointerKeys, referenceOf } from '../read/follow.ts'
import { redocly } from '../read/redocly.ts'
import { circularReferences } from './circular-references.ts'

const rules = join(packageFolder, 'structure.yaml')
/** Redocly reports 100 by default. */
const problemsMax = 1000

/** A breach of OpenAPI's own rules. */
interface LintProblem {
  /** `todo.yaml:12: ` */
  readonly place: string
  readonly text: string
}

/** What is read of Redocly's JSON. */
interface RedoclyReport {
  readonly problems: readonly {
    readonly message: string
    readonly suggest?: readonly string[]
    readonly location: readonly {
      readonly source: { readonly ref: string }
      readonly pointer?: string
      readonly start?: { readonly line: number }
    }[]
  }[]
}

/**
 * The result of generating from a document that is valid OpenAPI. Throws for one that is not, with what
 * Redocly finds besides what the generator rejects: whatever else goes wrong only follows from that.
 */
export async function ofValidDocument<Result>(entry: string, generating: Promise<Result>): Promise<Result> {
  const [problems, [outcome]] = await Promise.all([lintProblems(entry), Promise.allSettled([generating])])
  if (problems.length === 0) return generating
  const faults =
    outcome.status === 'rejected' && outcome.reason instanceof ContractFaults ? outcome.reason.lines : []
  const others = problems.filter(({ place }) => !faults.some((line) => line.startsWith(place)))
  throw new Error(faultReport([...faults, ...others.map(({ place, text }) => `${place}${text}`)]))
}

/** Where a document and the files that it refers to are not OpenAPI. */
async function lintProblems(entry: string): Promise<LintProblem[]> {
  const folder = process.cwd()
  const options = ['--config', rules, '--format', 'json', '--max-problems', String(problemsMax)]
  const { code, output, errors } = await redocly(['lint', relative(folder, entry), ...options], folder)
  if (code === 0) return []
  if (!output.trimStart().startsWith('{')) return unreadable(folder, entry, errors)
  const { problems }: RedoclyReport = JSON.parse(output)
  return problems.map(({ message, suggest = [], location: [at] }) => {
    const [hint] = suggest
    const advice = hint === undefined ? '' : ` Did you mean ${hint}?`
    return {
      place: `${at?.source.ref ?? entry}:${at?.start?.line ?? 1}: `,
      text: `${whereOf(at?.pointer ?? '#/')}: ${message.replaceAll('`', '')}${advice}${referenceAt(message, at)}`,
    }
  })
}

/** Redocly tells of a reference inside a document only that there is one. */
function referenceAt(
  message: string,
  at: RedoclyReport['problems'][number]['location'][number] | undefined,
): string {
  if (at?.pointer === undefined || !/^Can't resolve \$ref$/.test(message.trim())) return ''
  let found: unknown = parse(readFileSync(at.source.ref, 'utf8'))
  for (const key of pointerKeys(at.pointer))
    found =
      typeof found === 'object' && found !== null
        ? Object.entries(found).find(([name]) => name === key)?.[1]
        : undefined
  const reference = referenceOf(found) ?? found
  return typeof reference === 'string' ? `: ${reference}` : ''
}

/** A document that is no YAML, or no OpenAPI: Redocly lists the reasons for people. */
function unreadable(folder: string, path: string, errors: string): LintProblem[] {
  const circular = /circular pointer/.test(errors) ? circularReferences(path) : []
  if (circular.length > 0)
    return circular.map(({ file, line, pointer, reference }) => ({
      place: `${relative(folder, file)}:${line}: `,
      text: `${whereOf(pointer)}: the reference ${reference} leads back to itself`,
    }))
  const entry = relative(folder, path)
  const reasons = [...errors.matchAll(/^ {2}- (.*)$/gm)].map(([, reason = '']) => {
    const [, text = reason, line = '1'] = /^(.*?)(?: in ".*")? \((\d+):\d+\)$/.exec(reason) ?? []
    return { place: `${entry}:${line}: `, text: `document: ${text}` }
  })
  return reasons.length > 0 ? reasons : [{ place: `${entry}: `, text: errors.trim() }]
}

/** The operation or component that a place belongs to, by the name that the generator's own faults have. */
function whereOf(pointer: string): string {
  const [area = '', first = '', second = ''] = pointerKeys(pointer)
  if (area === 'paths' && isMethod(second)) return `${second.toUpperCase()} ${first}`
  if (area === 'paths' && first !== '') return first
  return area === 'components' && second !== '' ? second : area || 'document'
}

function isMethod(text: string): text is HttpMethod {
  return httpMethods.some((method) => method === text)
}
