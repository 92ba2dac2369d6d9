import { fileURLToPath } from 'node:url'
import { installLocked } from '../../support/install-locked.ts'

/** Where the rivals are installed. */
export const rivalsFolder = fileURLToPath(new URL('.', import.meta.url))

/** Installs the rivals unless they are there; throws the reason where that is not possible. */
export async function installRivals(): Promise<void> {
  const missing = await installLocked(rivalsFolder, 'installing the SDKs to compare ours with, 80 MB')
  if (missing !== '') throw new Error(missing)
}

/**
 * The package of a rival. Its type is the part of it that the caller declares, since the types of a package
 * that is installed on demand are not there when this project is compiled.
 */
export async function importRival<Exports>(packageName: string): Promise<Exports> {
  return import(packageName)
}
