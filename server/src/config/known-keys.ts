import type Joi from 'joi'

type Path = readonly (string | number)[]

/** The keys that a schema knows at a path of `content`; none if it accepts any key. */
export function keysAt(schema: Joi.Schema, content: unknown, path: Path): string[] {
  const objects = descend([schema.describe()], content, path)
  return [...new Set(objects.flatMap((object) => Object.keys(objectOf(object.keys))))]
}

/** The known key that a misspelt one probably meant: at most two letters off, or an abbreviation of it. */
export function closest(key: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(key, candidate) }))
    .filter(({ distance }) => distance <= 2 && distance < key.length - 1)
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate ?? known.find((candidate) => key !== '' && candidate.startsWith(key))
}

/**
 * The number of letters to change, add or remove between two words (Levenshtein); beyond 64 letters, the
 * length.
 */
function distanceOf(from: string, to: string): number {
  if (from.length > 64) return from.length
  let row = [...to, ''].map((_letter, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [place, other] of [...to].entries()) {
      const changed = (row[place] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The parts of Joi's `describe` output that are used here: Joi has no types for them. */
type Description = Readonly<Record<string, unknown>>

function descend(descriptions: readonly Description[], content: unknown, path: Path): Description[] {
  const open = descriptions.flatMap((description) => alternativesOf(description, content))
  const [step, ...rest] = path
  if (step === undefined) return open
  const next = open.flatMap((description) =>
    typeof step === 'number'
      ? schemasOf(valuesOf(description.items))
      : schemasOf([objectOf(description.keys)[step]]),
  )
  const inside = Array.isArray(content) ? content[Number(step)] : objectOf(content)[step]
  return descend(next, inside, rest)
}

/**
 * The schemas that a conditional one may resolve to for this content: those of its `kind` if it names one.
 */
function alternativesOf(description: Description, content: unknown): Description[] {
  if (description.type !== 'alternatives') return [description]
  const matches = valuesOf(description.matches).map(objectOf)
  const cases = matches.flatMap((match) => [match, ...valuesOf(match.switch).map(objectOf)])
  const { kind } = objectOf(content)
  const ofKind = cases.filter(({ is }) => valuesOf(objectOf(is).allow).includes(kind))
  return (ofKind.length > 0 ? ofKind : cases)
    .flatMap(({ schema, then, otherwise }) => schemasOf([schema, then, otherwise]))
    .flatMap((schema) => alternativesOf(schema, content))
}

function schemasOf(values: readonly unknown[]): Description[] {
  return values.map(objectOf).filter(({ type }) => type !== undefined)
}

function objectOf(value: unknown): Description {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function valuesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
