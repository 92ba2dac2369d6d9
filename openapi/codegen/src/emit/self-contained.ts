/**
 * The same validators for a package that is small and must not depend on the runtime: what they need of it, the length of a text in
 * characters, two formats and how an error is added, stands in the file itself.
 */
export function selfContained(validators: string): string {
  const code = validators.replace(/^import \{(.*)\} from .*\n/m, (_, names: string) => {
    if (/\bequal\b/.test(names)) throw new Error('The SDK has no comparison of values: add it here')
    return names.includes('ucs2length') ? 'const ucs2length = (text) => Array.from(text).length\n' : ''
  })
  const known = ['date', 'date-time']
  for (const [, name = ''] of code.matchAll(/= formats(?:\.|\[")([\w-]+)/g))
    if (!known.includes(name)) throw new Error(`The SDK has no check of the format ${name}: add it here`)
  return code.replace('\n', `\n${withError}${code.includes('= formats') ? ownFormats : ''}`)
}

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
