/**
 * The same validators for a package that is small and must not depend on Ajv: what they need of it at run
 * time, the length of a text in characters and two formats, stands in the file itself. An error is added by a
 * function, and which properties are evaluated is kept only where a schema says what others may be.
 */
export function selfContained(validators: string): string {
  const whole = validators
    .replace(/^import \{(.*)\} from .*\n/m, (_, names: string) => {
      if (/\bequal\b/.test(names)) throw new Error('The SDK has no comparison of values: add it here')
      return names.includes('ucs2length') ? 'const ucs2length = (text) => Array.from(text).length\n' : ''
    })
    .replaceAll(addedError, (_, path = 'instancePath', ...facts: string[]) => {
      return `vErrors = withError(vErrors, ${[path, ...facts.slice(0, 3)].join(', ')});`
    })
  const code = whole.includes('/unevaluated') ? whole : whole.replaceAll(keptEvaluation, '')
  const known = ['date', 'date-time']
  for (const [, name = ''] of code.matchAll(/= formats(?:\.|\[")([\w-]+)/g))
    if (!known.includes(name)) throw new Error(`The SDK has no check of the format ${name}: add it here`)
  return code.replace('\n', `\n${withError}${code.includes('= formats') ? ownFormats : ''}`)
}

/** What `compact` leaves of each broken rule. */
const addedError =
  /\(vErrors \?\?= \[\]\)\.push\(\{instancePath(?::(.+?))?,schemaPath:(.+?),keyword:(.+?),params:(.+)\}\);/g

/** Which properties and items a validator has evaluated. */
const keptEvaluation =
  /^const evaluated\d+ = .*\n(?:if\(evaluated\d+\..*\n.*\n\}\n)*|^evaluated\d+\..*\n|^validate\d+\.evaluated = .*\n/gm

const withError = `const withError = (errors, instancePath, schemaPath, keyword, params) => [
  ...(errors ?? []),
  { instancePath, schemaPath, keyword, params },
]
`

/** As in RFC 3339: the day must exist; the time has a zone. */
const ownFormats = `const isDate = (text) =>
  /^\\d{4}-\\d\\d-\\d\\d$/.test(text) && new Date(\`\${text}T00:00:00Z\`).toJSON()?.startsWith(text) === true
const isDateTime = (text) =>
  isDate(text.slice(0, 10)) && /^.{10}t([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?(z|[+-]\\d\\d:?[0-5]\\d)$/i.test(text)
const formats = { date: { validate: isDate }, 'date-time': { validate: isDateTime } }
`
