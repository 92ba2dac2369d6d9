import Joi from 'joi'
import type { RequestTemplate } from './call-options.ts'
import { misplacedFiles, placeholderNames, placeholdersOf } from './template.ts'

/** The placeholders that are known before a job is submitted. */
export const submissionPlaceholders = placeholderNames.filter((name) => name !== 'jobId' && name !== 'value')

/** Those that every job has, and those that are safe in a header or a path. */
const everywhere: readonly string[] = [
  'seed',
  'width',
  'height',
  'aspectRatio',
  'model',
  'taskId',
  'jobId',
  'value',
  'product',
  'uploadId',
]

/** Creates a custom rule that names a template's placeholders which have no meaning in that place. */
function only(allowed: readonly string[]) {
  return <T>(template: T): T => {
    const wrong = placeholdersOf(template).find((name) => !allowed.some((known) => known === name))
    if (wrong !== undefined)
      throw new Error(`has {{${wrong}}}, which has no value here; known are ${allowed.join(', ')}`)
    return template
  }
}

/** A path below the `url` of the provider or gate. The key is never part of it. */
export function pathSchema(allowed: readonly string[]): Joi.StringSchema {
  return Joi.string()
    .pattern(/^(\/|\/?[^/\s]\S*)$/)
    .custom(only(allowed.filter((name) => everywhere.includes(name))))
    .messages({ 'string.pattern.base': '{{#label}} must be a path below the url' })
}

/** Headers by name. The key is configured elsewhere, so that no file contains it. */
export function headersSchema(allowed: readonly string[]): Joi.ObjectSchema {
  return Joi.object()
    .pattern(
      Joi.string().pattern(/^[A-Za-z0-9-]+$/),
      Joi.string()
        .pattern(/^[\x20-\x7e]+$/)
        .custom(only(allowed.filter((name) => everywhere.includes(name)))),
    )
    .custom((headers: object) => {
      if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
        throw new Error(
          'must not hold Authorization: name the variable of the key in apiKeyEnv and choose "auth"',
        )
      return headers
    })
    .default({})
}

/** The keys of a request template. */
export function requestKeys(
  method: RequestTemplate['method'],
  allowed: readonly string[],
): Joi.PartialSchemaMap<RequestTemplate> {
  return {
    method: Joi.valid('GET', 'POST', 'PUT', 'DELETE').default(method),
    path: pathSchema(allowed).required(),
    headers: headersSchema(allowed),
    json: Joi.any().custom(only(allowed)),
    multipart: Joi.object().unknown().custom(only(allowed)),
  }
}

/** Throws an error that names the field of a form in which a file would be sent as something else. */
export function checkFiles(
  { multipart = {} }: Pick<RequestTemplate, 'multipart'>,
  isFile: (placeholder: string) => boolean,
): void {
  const [misplaced] = misplacedFiles(multipart, isFile)
  if (misplaced !== undefined)
    throw new Error(
      `has {{${misplaced.placeholder}}} within "multipart.${misplaced.field}": a file must be the whole of a field, or of an item of its list`,
    )
}

/** A match of {{pointers}} in `find`. */
export const matchSchema = Joi.object()
  .pattern(Joi.string(), Joi.string().custom(only(submissionPlaceholders)))
  .min(1)
  .custom((match: object) => {
    if (!placeholdersOf(match).some((name) => name === 'taskId' || name === 'seed'))
      throw new Error('must hold {{taskId}} or {{seed}}: all else may be the same in a job of another task')
    return match
  })
