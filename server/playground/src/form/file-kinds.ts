import { strings } from '../strings.ts'

const types = ['image/jpeg', 'image/png', 'image/webp']

/** The kinds of images that the service takes, for a file dialog. */
export const acceptedTypes = types.join(',')

/** Whether a file of this type may be sent; the service looks at its bytes and has the last word. */
export function isAccepted(type: string): boolean {
  return types.includes(type)
}

/** Why a file of that type is no input image, in words. */
export function refusalOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const { kinds } = strings.input
  const [family = ''] = type.split('/')
  const kind = [type, family, 'other'].find((one) => Object.hasOwn(kinds, one)) ?? 'other'
  return strings.input.refused(name === '' ? strings.input.thisFile : name, kinds[kind] ?? '')
}
