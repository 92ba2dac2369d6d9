import { productNames, surfaceOf } from '../../core/domain/products.ts'
import type { Gate } from '../../core/ports/gate.ts'
import { placeholdersOf } from '../shared/templates/template.ts'
import type { GateOptions } from './gate-options.ts'

/** What a gate cannot judge as it is configured; undefined if it can do all that it is for. */
export function faultOfGate({
  at,
  products,
  options,
}: Pick<Gate, 'at' | 'products'> & { readonly options: GateOptions }): string | undefined {
  const sent = placeholdersOf(options.request).map((placeholder) => placeholder.split('.')[0])
  const makesVideo = (products ?? productNames).some((product) => surfaceOf(product) === 'video')
  if (at.includes('upload') && !sent.includes('image') && !sent.includes('input'))
    return 'is asked about uploads, but sends no {{image.…}}'
  if (at.includes('after') && !sent.includes('image') && !sent.includes('result'))
    return 'is asked about results, but sends neither {{result.…}} nor {{image.…}}'
  if (at.includes('after') && makesVideo && !sent.includes('result'))
    return 'is asked about videos, for which {{image.…}} has no value: send {{result.url}}, or limit "products" to those of images'
  return undefined
}
