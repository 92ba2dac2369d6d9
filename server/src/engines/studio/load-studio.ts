import { importOptional } from '../../core/async/import-optional.ts'

export type Studio = typeof import('@mediagen/studio')

/** The studio's package, or undefined if it is not installed. */
export function loadStudio(): Promise<Studio | undefined> {
  return importOptional('@mediagen/studio', () => import('@mediagen/studio'))
}
