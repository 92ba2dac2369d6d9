import { claims } from './number-claims.mjs'

/**
 * Every number of every description agrees with what the contract says to programs: the constraints of the
 * schema that is described, `x-limits`, `x-resolutions`, `x-error-statuses`. A number that nothing in the
 * contract says is refused as well, since nothing would notice when it is no longer true.
 */
export function numbersAgree() {
  const texts = []
  const seen = new Set()
  const facts = { limits: {}, resolutions: {}, statuses: {}, numbers: new Set(), ratios: new Set() }

  const note = (node, own, { report, location }, statuses) => {
    if (typeof node?.description !== 'string' || seen.has(node)) return
    seen.add(node)
    const at = location.child('description')
    texts.push({ text: node.description, own, statuses, report, location: at })
  }
  const resolved = (schema, { resolve }) => {
    const target = schema?.$ref === undefined ? {} : (resolve(schema).node ?? {})
    return { ...target, ...schema }
  }

  return {
    Root: {
      enter(root, { resolve }) {
        facts.limits = root['x-limits'] ?? {}
        facts.resolutions = root['x-resolutions'] ?? {}
        facts.statuses = resolve(root['x-error-statuses'] ?? {}).node ?? {}
      },
      leave(_root, { report, location }) {
        for (const [name, limit] of Object.entries(facts.limits)) {
          const own = { ...facts, limits: { [name]: limit }, side: facts.limits }
          tell(limit?.description, own, (message) =>
            report({ message, location: location.child(['x-limits', name, 'description']) }),
          )
        }
        for (const { text, own, statuses, report: tellAt, location: at } of texts)
          tell(text, { ...facts, own, answered: statuses }, (message) => tellAt({ message, location: at }))
      },
    },
    Info: (info, context) =>
      note({ description: context.resolve(info.description).node }, undefined, context),
    Operation: (operation, context) =>
      note(operation, undefined, context, Object.keys(operation.responses ?? {}).map(Number)),
    Response: (response, context) => note(response, undefined, context),
    RequestBody: (body, context) => note(body, undefined, context),
    Parameter: (parameter, context) => {
      note(parameter, resolved(parameter.schema, context), context)
    },
    Header: (header, context) => note(header, resolved(header.schema, context), context),
    Schema(schema, context) {
      gather(schema, facts)
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const location = context.location.child(['properties', name])
        note(field, resolved(field, context), { ...context, location })
      }
      note(schema, schema, context)
    },
    Example(example, { report, location }) {
      for (const text of messagesIn(example.value)) texts.push({ text, report, location })
    },
  }
}

/** What schemas anywhere say, for texts that describe none of them. */
function gather(schema, facts) {
  for (const number of numbersOf(schema)) facts.numbers.add(number)
  for (const value of schema.enum ?? []) if (/^\d+:\d+$/.test(value)) facts.ratios.add(value)
}

const bounds = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'default', 'const']

/** The numbers that a schema constrains a value with. */
function numbersOf(schema) {
  const values = [...bounds.map((keyword) => schema?.[keyword]), ...(schema?.enum ?? [])]
  return values.filter((value) => typeof value === 'number')
}

/** The sentences for people in an example: of an error, its details, or the error of a task. */
function messagesIn(value) {
  if (typeof value !== 'object' || value === null) return []
  const own = typeof value.message === 'string' ? [value.message] : []
  return [...own, ...Object.values(value).flatMap(messagesIn)]
}

/** Tells of each claim of a text that is not so, and of each number that no claim explains. */
function tell(text, facts, report) {
  if (typeof text !== 'string') return
  const own = facts.own === undefined ? undefined : { ...facts.own, numbers: numbersOf(facts.own) }
  let rest = text
  for (const { pattern, holds, says } of claims) {
    rest = rest.replaceAll(pattern, (whole, ...groups) => {
      const told = { whole, groups: groups.slice(0, -2), text }
      if (!holds(told, { ...facts, own })) report(`"${whole.trim()}" disagrees: ${says}.`)
      return ' '
    })
  }
}
