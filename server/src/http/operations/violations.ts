import type { Violation } from '../../domain/service-error.js'
import type { BrokenRule } from '../../generated/validators.js'

/**
 * Violations as sentences for people, one for each place and message. A sentence says what is allowed and
 * never what was sent: prompts must not appear in responses and logs.
 */
export function violationsOf(broken: readonly BrokenRule[]): Violation[] {
  const violations = new Map<string, Violation>()
  for (const rule of broken.filter((rule) => !isNoise(rule, broken))) {
    const path = pathOf(rule)
    const message = sentence(rule, broken)
    violations.set(`${path} ${message}`, { path, message })
  }
  return [...violations.values()]
}

/** Where the violation is; a missing field is named itself, not the object that lacks it. */
function pathOf(rule: BrokenRule): string {
  return rule.keyword === 'required'
    ? `${rule.instancePath}/${escapeStep(String(rule.params.missingProperty))}`
    : rule.instancePath
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

function sentence(rule: BrokenRule, broken: readonly BrokenRule[]): string {
  const { keyword, params } = rule
  switch (keyword) {
    case 'required':
      return requiredSentence(rule, broken)
    case 'type':
      return `must be ${typeNames[String(params.type)] ?? String(params.type)}`
    case 'enum':
      return `must be one of: ${listOf(params.allowedValues)}`
    case 'const':
      return `must be ${String(params.allowedValue)}`
    case 'minLength':
      return `must have at least ${characters(params.limit)}`
    case 'maxLength':
      return `must have at most ${characters(params.limit)}`
    case 'minimum':
      return `must be at least ${String(params.limit)}`
    case 'maximum':
      return `must be at most ${String(params.limit)}`
    case 'pattern':
      return 'holds characters that are not allowed, or has the wrong form'
    default:
      return 'breaks a rule of the contract'
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

function characters(limit: unknown): string {
  return limit === 1 ? '1 character' : `${String(limit)} characters`
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : ''
}

function requiredSentence(rule: BrokenRule, broken: readonly BrokenRule[]): string {
  const group = alternativeGroup(rule)
  if (group === undefined) return 'is required'
  const others = broken.filter(
    (other) => other !== rule && other.keyword === 'required' && alternativeGroup(other) === group,
  )
  const names = others.map((other) => String(other.params.missingProperty))
  return names.length === 0 ? 'is required' : `is required unless ${names.join(' or ')} is given`
}

/** The `anyOf` that a rule is a branch of, by its schema path. */
function alternativeGroup(rule: BrokenRule): string | undefined {
  return /^(.*\/anyOf)\/\d+\//.exec(rule.schemaPath)?.[1]
}

/**
 * If no branch of an `anyOf` matches, the branches' own violations say so. And if one branch fails for a
 * field that is present but wrong, asking for the other branches' fields would not help.
 */
function isNoise(rule: BrokenRule, broken: readonly BrokenRule[]): boolean {
  if (rule.keyword === 'anyOf') return true
  const group = alternativeGroup(rule)
  if (group === undefined || rule.keyword !== 'required') return false
  return broken.some((other) => other.keyword !== 'required' && alternativeGroup(other) === group)
}
