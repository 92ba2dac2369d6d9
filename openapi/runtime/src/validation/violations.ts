import type { Violation } from '../errors/service-error.ts'
import type { BrokenRule } from './validator.ts'

/**
 * Violations as sentences for people, one for each place and message. A sentence says what is allowed and
 * never what was sent: prompts must not appear in responses and logs.
 */
export function violationsOf(broken: readonly BrokenRule[]): Violation[] {
  const violations = new Map<string, Violation>()
  const telling = broken.filter((rule) => !isNoise(rule, broken))
  // What is broken has a violation, even if none of its rules would help alone.
  const told = telling.length > 0 ? telling : broken
  for (const rule of told) {
    const path = pathOf(rule)
    const message = rule.keyword === 'type' ? typeSentence(rule, told) : sentence(rule, broken)
    violations.set(`${path} ${message}`, { path, message })
  }
  return [...violations.values()]
}

/** Where the violation is; a missing field is named itself, not the object that lacks it. */
function pathOf(rule: BrokenRule): string {
  const field = fieldKeywords[rule.keyword]
  return field === undefined
    ? rule.instancePath
    : `${rule.instancePath}/${escapeStep(String(rule.params[field]))}`
}

/** The keywords of an object that speak of one of its fields, and where Ajv names it. */
const fieldKeywords: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  dependentRequired: 'missingProperty',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
  discriminator: 'tag',
  propertyNames: 'propertyName',
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

function sentence(rule: BrokenRule, broken: readonly BrokenRule[]): string {
  const { keyword, params } = rule
  switch (keyword) {
    case 'required':
      return requiredSentence(rule, broken)
    case 'enum':
      return `must be one of: ${listOf(params.allowedValues)}`
    case 'const':
      return `must be ${spelled(params.allowedValue)}`
    case 'minLength':
      return `must have at least ${characters(params.limit)}`
    case 'maxLength':
      return `must have at most ${characters(params.limit)}`
    case 'minimum':
      return `must be at least ${String(params.limit)}`
    case 'maximum':
      return `must be at most ${String(params.limit)}`
    case 'pattern':
      return 'contains characters that are not allowed, or has the wrong format'
    default:
      return otherSentence(keyword, params)
  }
}

/** The sentences of keywords that only some contracts have. */
function otherSentence(keyword: string, params: BrokenRule['params']): string {
  const limit = String(params.limit)
  switch (keyword) {
    case 'format':
      return `must have the format ${String(params.format)}`
    case 'exclusiveMinimum':
      return `must be greater than ${limit}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}`
    case 'multipleOf':
      return `must be a multiple of ${String(params.multipleOf)}`
    case 'minItems':
      return `must have at least ${counted(params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${counted(params.limit, 'item')}`
    case 'uniqueItems':
      return 'must not have duplicate items'
    case 'minProperties':
      return `must have at least ${counted(params.limit, 'field')}`
    case 'maxProperties':
      return `must have at most ${counted(params.limit, 'field')}`
    case 'dependentRequired':
      return `is required if ${String(params.property)} is given`
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a field of this object'
    case 'propertyNames':
      return 'is not an allowed name of a field'
    case 'contains':
      return containsSentence(params)
    case 'oneOf':
      return 'meets several alternatives, and may meet only one'
    case 'not':
      return 'is not allowed'
    case 'int64':
      return int64Sentence(params)
    case 'discriminator':
      return 'must name one of the alternatives'
    default:
      return 'breaks a constraint of the contract'
  }
}

/** Its bounds are rules of the one keyword. */
function int64Sentence(params: BrokenRule['params']): string {
  const bounds = Object.entries(params).map(([keyword, limit]) =>
    otherSentence(keyword, { [keyword]: limit, limit }),
  )
  return ['must be a whole number of 64 bits', ...bounds].join(' and ')
}

function containsSentence({ minContains, maxContains }: BrokenRule['params']): string {
  const most = maxContains === undefined ? '' : ` and at most ${String(maxContains)}`
  return `must have at least ${String(minContains)}${most} of the items that it has to contain`
}

/** What the alternatives of a value ask for is one sentence. */
function typeSentence({ instancePath }: BrokenRule, told: readonly BrokenRule[]): string {
  const asked = told.filter((rule) => rule.keyword === 'type' && rule.instancePath === instancePath)
  const names = new Set(asked.flatMap(({ params }) => String(params.type).split(',')))
  return `must be ${[...names].map((name) => typeNames[name] ?? name).join(' or ')}`
}

function counted(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${String(limit)} ${noun}s`
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function characters(limit: unknown): string {
  return counted(limit, 'character')
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.map(spelled).join(', ') : ''
}

function spelled(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}

function requiredSentence(rule: BrokenRule, broken: readonly BrokenRule[]): string {
  const group = alternativeGroup(rule)
  if (group === undefined) return 'is required'
  const missing = new Map<string | undefined, unknown[]>()
  for (const other of broken) {
    if (other.keyword !== 'required' || other.instancePath !== rule.instancePath) continue
    if (alternativeGroup(other) !== group) continue
    const branch = branchOf(other, group)
    missing.set(branch, [...(missing.get(branch) ?? []), other.params.missingProperty])
  }
  missing.delete(branchOf(rule, group))
  if (missing.size === 0) return 'is required'
  const names = [...missing.values()].map((branch) => branch.join(' and ')).join(' or ')
  return `is required unless ${names} ${names.includes(' and ') ? 'are' : 'is'} given`
}

/** The `anyOf` or `oneOf` that a rule is a branch of, by its schema path. */
function alternativeGroup(rule: BrokenRule): string | undefined {
  return /^(.*\/(?:anyOf|oneOf))\/\d+\//.exec(rule.schemaPath)?.[1]
}

/**
 * Whether a rule asks a value to be of the type of one alternative where another one takes its type, and
 * finds fault inside: an object that lacks a field is not reported as not null.
 */
function isOtherKind(rule: BrokenRule, broken: readonly BrokenRule[]): boolean {
  const group = alternativeGroup(rule)
  if (group === undefined || rule.keyword !== 'type') return false
  const whole = broken.find(({ schemaPath }) => schemaPath === group)
  if (whole?.instancePath !== rule.instancePath) return false
  const branches = new Set(
    broken
      .filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === rule.instancePath)
      .map((other) => branchOf(other, group)),
  )
  return broken.some(
    (other) =>
      other !== whole &&
      (other.instancePath === rule.instancePath || other.instancePath.startsWith(`${rule.instancePath}/`)) &&
      !branches.has(branchOf(other, group)) &&
      (other.schemaPath.startsWith(`${group}/`) || other.schemaPath.startsWith('#/$defs/')),
  )
}

/** The alternative of a group that a rule belongs to; undefined if it belongs to none. */
function branchOf({ schemaPath }: BrokenRule, group: string): string | undefined {
  return schemaPath.startsWith(`${group}/`) ? schemaPath.slice(group.length + 1).split('/')[0] : undefined
}

/** Whether a rule says why a name is not allowed, or one item is not among those that a list has to contain. */
function isOfPart({ schemaPath }: BrokenRule, broken: readonly BrokenRule[]): boolean {
  return broken.some(
    (whole) =>
      (whole.keyword === 'propertyNames' || whole.keyword === 'contains') &&
      schemaPath.startsWith(`${whole.schemaPath}/`),
  )
}

/**
 * If no branch of an `anyOf` matches, the branches' own violations say so. And if one branch fails for a
 * field that is present but wrong, asking for the other branches' fields would not help.
 */
function isNoise(rule: BrokenRule, broken: readonly BrokenRule[]): boolean {
  if (rule.keyword === 'anyOf') return true
  // Where several branches of a oneOf match, none of them has anything to say.
  if (rule.keyword === 'oneOf') return rule.params.passingSchemas === null
  if (rule.keyword === 'if' || isOtherKind(rule, broken) || isOfPart(rule, broken)) return true
  const group = alternativeGroup(rule)
  if (group === undefined || rule.keyword !== 'required') return false
  return broken.some(
    (other) =>
      other.keyword !== 'required' &&
      other.keyword !== 'if' &&
      alternativeGroup(other) === group &&
      !isOtherKind(other, broken),
  )
}
