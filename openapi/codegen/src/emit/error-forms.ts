import type { ErrorForm } from '../../../runtime/src/facts.ts'
import type { ErrorForms } from '../read/error-forms.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'

/** `error-forms.ts`: how each error is written, by operation and status. */
export function errorFormsFile({ byOperation, fallback }: ErrorForms): string {
  const forms: ErrorForm[] = [fallback]
  const places = new Map([[JSON.stringify(fallback), 0]])
  const placeOf = (form: ErrorForm): number => {
    const key = JSON.stringify(form)
    const place = places.get(key) ?? forms.push(form) - 1
    places.set(key, place)
    return place
  }
  const operations = [...byOperation].map(
    ([id, statuses]) =>
      [
        id,
        Object.fromEntries(Object.entries(statuses).map(([status, form]) => [status, placeOf(form)])),
      ] as const,
  )
  return sourceFile([
    `import type { ErrorForm } from '${runtimeModule}'`,
    `/** The first one is for what belongs to no operation. */\nexport const errorForms: readonly ErrorForm[] = ${literalText(forms, '')}`,
    `/** The places of forms, by operation and declared status. */
export const formsByOperation: Readonly<Record<string, Readonly<Record<string, number>>>> = ${literalText(Object.fromEntries(operations), '')}`,
  ])
}
