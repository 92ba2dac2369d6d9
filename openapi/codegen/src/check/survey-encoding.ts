import type { Contract, MediaType, Schema } from '../read/contract.ts'
import type { ReportFault } from '../read/faults.ts'
import { follow } from '../read/follow.ts'
import { fieldsOf, isFile, isObjectField, plainType } from '../read/media.ts'

/** Looks at how the fields of a form travel: what is not read as it is written is a fault, or a notice. */
export function surveyEncoding(
  contract: Contract,
  { fault, notice }: { readonly fault: ReportFault; readonly notice: ReportFault },
  trail: readonly string[],
  media: MediaType,
): void {
  for (const [name, encoding] of Object.entries(media.encoding ?? {})) {
    const here = [...trail, 'encoding', name]
    const { style = 'form', explode } = encoding
    if ((style !== 'form' || explode === false) && trail.at(-1)?.startsWith('multipart/'))
      fault(here, `the field ${name} has a style of its own; lists of forms are fields of one name`)
    if (encoding.headers !== undefined)
      notice([...here, 'headers'], `the headers of the part ${name} are not read`)
    if (
      encoding.contentType !== undefined &&
      !isChecked(contract, media.schema ?? {}, name, encoding.contentType)
    )
      notice(
        [...here, 'contentType'],
        `the type ${encoding.contentType} of the field ${name} is not checked: it is no file`,
      )
  }
}

/** Files are checked, text is text, and objects are JSON. */
function isChecked(contract: Contract, schema: Schema, name: string, type: string): boolean {
  const [, property] = fieldsOf(contract, schema).find(([own]) => own === name) ?? []
  if (property === undefined) return false
  const own = follow<Schema>(contract, property)
  if (isFile(own) || (own.items !== undefined && isFile(follow<Schema>(contract, own.items)))) return true
  return plainType(type) === (isObjectField(contract, property) ? 'application/json' : 'text/plain')
}
