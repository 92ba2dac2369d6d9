import {
  BaseResolver,
  bundle,
  type Config,
  createConfig,
  lint,
  type NormalizedProblem,
  ResolveError,
  Source,
  YamlParseError,
} from '@redocly/openapi-core'
import { type ContractSources, targetOf } from './contract-sources.ts'
import { ContractError, distinct, type Finding } from './findings.ts'
import { referenceOf } from './follow.ts'
import { nameOf, pointerKeys } from './pointer.ts'

/** What makes an OpenAPI document invalid, whoever wrote it: form and references, no style. */
const rules = { struct: 'error', 'no-unresolved-refs': 'error' } as const

/** A document as one with the files that it refers to, and what was met on the way. */
export interface Bundle {
  readonly document: unknown
  /** References that lead nowhere, and what the bundler had to name otherwise, which is a notice. */
  readonly findings: readonly Finding[]
}

export async function bundleSources(sources: ContractSources): Promise<Bundle> {
  const result = await withRules(sources, (options) => bundle({ ref: sources.entry, ...options }))
  return { document: result.bundle.parsed, findings: findingsOf(sources, result.problems) }
}

/** Where a document and the files that it refers to are not OpenAPI. */
export async function lintSources(sources: ContractSources): Promise<Finding[]> {
  return findingsOf(sources, await withRules(sources, (options) => lint({ ref: sources.entry, ...options })))
}

/** Reads what the references of a contract may lead to, and nothing else. */
class AllowedResolver extends BaseResolver {
  readonly #sources: ContractSources

  constructor(sources: ContractSources) {
    super()
    this.#sources = sources
  }

  override async loadExternalRef(target: string): Promise<Source> {
    const reason = this.#sources.denied(target)
    if (reason !== undefined) throw new ResolveError(new Error(reason))
    const { entry, overlaid } = this.#sources
    if (target === entry && overlaid !== undefined) return new Source(target, JSON.stringify(overlaid))
    return super.loadExternalRef(target)
  }
}

/** Redocly throws where it cannot tell which specification a document follows, or a key is there twice. */
async function withRules<Result>(
  sources: ContractSources,
  work: (options: { config: Config; externalRefResolver: BaseResolver }) => Promise<Result>,
): Promise<Result> {
  const config = await createConfig({ rules })
  try {
    return await work({ config, externalRefResolver: new AllowedResolver(sources) })
  } catch (error) {
    const message =
      error instanceof Error ? error.message.replace(/ in ".*" \(\d+:\d+\)$/, '') : String(error)
    const position = error instanceof YamlParseError ? { line: error.line, column: error.col } : {}
    const place = { ...sources.locateIn(sources.entry, ''), ...position }
    throw new ContractError([{ severity: 'error', ...place, where: 'document', message }])
  }
}

function findingsOf(sources: ContractSources, problems: readonly NormalizedProblem[]): Finding[] {
  return distinct(
    problems
      .filter((problem) => !isMistaken(problem) && !isUnreadExample(sources, problem))
      .map((problem) => findingOf(sources, problem)),
  )
}

/**
 * Redocly checks a field called constructor by what its own objects inherit, and takes `true` and `false` for schemas at some
 * places only.
 */
function isMistaken({ message, location: [at] }: NormalizedProblem): boolean {
  return at?.pointer?.endsWith('/constructor') === true || /type `Schema` .* got `boolean`/.test(message)
}

/** Whether only the value of an example lies elsewhere, which nothing generated depends on. */
function isUnreadExample(sources: ContractSources, { location: [at] }: NormalizedProblem): boolean {
  const path = at?.source.absoluteRef ?? sources.entry
  sources.open(path, at?.source.body)
  const value = sources.valueAt(path, at?.pointer ?? '')
  if (typeof value !== 'object' || value === null || '$ref' in value || !('externalValue' in value))
    return false
  const { externalValue } = value
  return typeof externalValue === 'string' && sources.denied(targetOf(path, externalValue).path) !== undefined
}

function findingOf(
  sources: ContractSources,
  { message, severity, suggest, location: [at] }: NormalizedProblem,
): Finding {
  const path = at?.source.absoluteRef ?? sources.entry
  const pointer = (at?.pointer ?? '').replace(/^#\/?/, (root) => root.slice(1))
  sources.open(path, at?.source.body)
  const place = {
    ...sources.locateIn(path, `${pointer}/$ref`),
    pointer,
    ...(at?.pointer === undefined && at !== undefined && { line: at.start.line, column: at.start.col }),
  }
  const where = nameOf(pointer) ?? pointerKeys(pointer)[0] ?? 'document'
  const value = sources.valueAt(path, pointer)
  const reference = referenceOf(value) ?? value
  if (/^Can't resolve \$ref/.test(message) && typeof reference === 'string')
    return {
      severity: 'error',
      ...place,
      where,
      message: unresolved(reference, message),
      cause: lostReference,
    }
  const [hint] = suggest
  const advice = hint === undefined ? '' : ` Did you mean ${hint}?`
  return {
    severity:
      severity === 'warn' || (/^Property .* is not expected/.test(message) && hint === undefined)
        ? 'notice'
        : 'error',
    ...place,
    where,
    message: `${message.replaceAll('`', '')}${advice}`,
    cause: message.replaceAll(/`[^`]*`/g, '…').replace(/ Renamed .*$/s, ''),
  }
}

/** What references that lead nowhere have in common. */
export const lostReference = 'a reference leads nowhere'

/** Redocly says of a reference inside a document only that there is one, and of a file its whole path. */
function unresolved(reference: string, message: string): string {
  const [, reason] = /^Can't resolve \$ref: (.*)$/s.exec(message) ?? []
  if (reason?.startsWith('leads to')) return `the reference ${reference} ${reason}`
  const why = reason === undefined || reason.startsWith('ENOENT') ? '' : `: ${reason}`
  return `the reference ${reference} leads nowhere${why}`
}
