import { importOptional } from '@mediagen/core/async/import-optional'

export type Studio = typeof import('@mediagen/studio')

/** The studio's package, or undefined if it is not installed. */
export function loadStudio(): Promise<Studio | undefined> {
  return importOptional('@mediagen/studio', () => import('@mediagen/studio'))
}
