import type { Contract, Encoding, MediaType, Schema } from '../read/contract.ts'
import type { ReportFault } from '../read/faults.ts'
import { follow } from '../read/follow.ts'
import { isFile } from '../read/media.ts'

/** Looks at how the fields of a form travel: what is not read as it is written is a fault, or a notice. */
export function surveyEncoding(
  contract: Contract,
  { fault, notice }: { readonly fault: ReportFault; readonly notice: ReportFault },
  trail: readonly string[],
  media: MediaType,
): void {
  for (const [name, encoding] of Object.entries(media.encoding ?? {})) {
    const here = [...trail, 'encoding', name]
    if (isStyled(encoding))
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

function isStyled({ style, explode }: Encoding): boolean {
  return (style !== undefined && style !== 'form') || explode === false
}

/** Files are checked, text is text, and objects are JSON. */
function isChecked(contract: Contract, schema: Schema, name: string, type: string): boolean {
  const target = follow<Schema>(contract, schema)
  const property = target.properties?.[name]
  if (property === undefined)
    return (target.allOf ?? []).some((part) => isChecked(contract, part, name, type))
  const own = follow<Schema>(contract, property)
  const item = own.items === undefined ? own : follow<Schema>(contract, own.items)
  if (isFile(own) || isFile(item)) return true
  const isJson = item.type === 'object' || item.properties !== undefined
  return type.trim().toLowerCase() === (isJson ? 'application/json' : 'text/plain')
}
