export type Studio = typeof import('@mediagen/studio')

/** The studio's package, or undefined if it is not installed. */
export async function loadStudio(): Promise<Studio | undefined> {
  try {
    return await import('@mediagen/studio')
  } catch (error) {
    if (isNotInstalled(error)) return undefined
    throw error
  }
}

/**
 * Whether the studio is absent. A package that lacks one of its own parts is broken, which is another error.
 */
export function isNotInstalled(error: unknown): boolean {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing && error.message.includes("'@mediagen/studio'")
}
