import { composed, type FormField, type FormFile, formValueOf, TextWithFiles } from '../calls/request-body.ts'

/** The placeholders of an engine's templates. */
export const placeholderNames = [
  'prompt',
  'negativePrompt',
  'strength',
  'seed',
  'width',
  'height',
  'aspectRatio',
  'resolution',
  'durationSeconds',
  'model',
  'input',
  'taskId',
  'jobId',
  'value',
] as const
/** By the names of placeholders: an engine's are `placeholderNames`, a gate has others. */
export type Values = Readonly<Record<string, Value | undefined>>
type Value = string | number | TextWithFiles | FormFile

const pattern = /\{\{\s*([A-Za-z]+(?:\.[A-Za-z0-9]+)?)(\s*\|\s*text)?\s*\}\}/g
const wholePattern = /^\{\{\s*([A-Za-z]+(?:\.[A-Za-z0-9]+)?)(\s*\|\s*text)?\s*\}\}$/

/**
 * A template with its values filled in. A placeholder that is the whole string becomes the value with its
 * type, or text if `| text` requests that. Whatever has no value is omitted, and so is an object or a list
 * that becomes empty.
 */
export function render(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return renderText(template, values)
  if (Array.isArray(template)) {
    const items = template.map((item) => render(item, values)).filter((item) => item !== undefined)
    return items.length === 0 && template.length > 0 ? undefined : items
  }
  if (typeof template !== 'object' || template === null) return template
  const all = Object.entries(template)
  const rendered = all
    .map(([key, part]): [string, unknown] => [key, render(part, values)])
    .filter(([, part]) => part !== undefined)
  return rendered.length === 0 && all.length > 0 ? undefined : Object.fromEntries(rendered)
}

function renderText(template: string, values: Values): unknown {
  const whole = wholePattern.exec(template)
  if (whole !== null) {
    const value = valueNamed(values, whole[1])
    return typeof value === 'number' && whole[2] !== undefined ? String(value) : value
  }
  return composed((place) =>
    fill(template, values, (value) => (value instanceof TextWithFiles ? place(value) : String(value))),
  )
}

/**
 * A path with encoded values; slashes within a model's name or an id are kept. Undefined if a value is
 * missing.
 */
export function renderPath(template: string, values: Values): string | undefined {
  return fill(template, values, (value) => encodeURIComponent(String(value)).replaceAll('%2F', '/'))
}

const idCharactersMax = 512

/** Whether an id cannot leave its place in a template: no parent directory, limited length. */
export function isPathPart(id: string): boolean {
  return id.length <= idCharactersMax && id.split('/').every((part) => part !== '.' && part !== '..')
}

/** Headers without those that have no value. */
export function renderHeaders(
  templates: Readonly<Record<string, string>>,
  values: Values,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, template] of Object.entries(templates)) {
    const text = fill(template, values, String)
    if (text !== undefined) headers[name] = text
  }
  return headers
}

/** The fields of a form: each element of a list is a separate one, an object is one of JSON. */
export function renderForm(fields: Readonly<Record<string, unknown>>, values: Values): FormField[] {
  return Object.entries(fields).flatMap(([name, template]) => {
    const value = render(template, values)
    const parts = Array.isArray(value) ? value : [value]
    return parts.filter((part) => part !== undefined).map((part): FormField => [name, formValueOf(part)])
  })
}

/**
 * The placeholders of files that are not the whole of a field or of an item of its list, by the names of the fields: a
 * text or JSON cannot hold a file.
 */
export function misplacedFiles(
  fields: Readonly<Record<string, unknown>>,
  isFile: (placeholder: string) => boolean,
): readonly { readonly field: string; readonly placeholder: string }[] {
  return Object.entries(fields).flatMap(([field, template]) =>
    [template]
      .flat()
      .filter((part) => typeof part !== 'string' || !wholePattern.test(part))
      .flatMap(placeholdersOf)
      .filter(isFile)
      .map((placeholder) => ({ field, placeholder })),
  )
}

/** The names of all placeholders in a template. */
export function placeholdersOf(template: unknown): readonly string[] {
  if (typeof template === 'string') return [...template.matchAll(pattern)].map(([, name = '']) => name)
  if (typeof template !== 'object' || template === null) return []
  return Object.values(template).flatMap(placeholdersOf)
}

function fill(template: string, values: Values, write: (value: Value) => string): string | undefined {
  let isComplete = true
  const text = template.replace(pattern, (_all, name: string) => {
    const value = valueNamed(values, name)
    if (value === undefined) isComplete = false
    return value === undefined ? '' : write(value)
  })
  return isComplete ? text : undefined
}

function valueNamed(values: Values, name: string | undefined): Value | undefined {
  return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}
