import { errorCodeOf, messageOf } from '../errors.ts'

/**
 * The module that `load` imports, or undefined if its package is not installed. A package that lacks one of
 * its own parts is broken, and rejects.
 */
export async function importOptional<Module>(
  packageName: string,
  load: () => Promise<Module>,
): Promise<Module | undefined> {
  try {
    return await load()
  } catch (error) {
    const isMissing = errorCodeOf(error) === 'ERR_MODULE_NOT_FOUND'
    if (isMissing && messageOf(error).includes(`'${packageName}'`)) return undefined
    throw error
  }
}
