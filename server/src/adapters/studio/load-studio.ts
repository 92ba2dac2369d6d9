export type Studio = typeof import('@mediagen/studio')

/** The painter's package, or undefined where an installation leaves it out. */
export async function loadStudio(): Promise<Studio | undefined> {
  try {
    return await import('@mediagen/studio')
  } catch (error) {
    if (isNotInstalled(error)) return undefined
    throw error
  }
}

/** Whether the studio is absent. A package that lacks a part of its own is broken, which is another error. */
export function isNotInstalled(error: unknown): boolean {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return isMissing && error.message.includes("'@mediagen/studio'")
}
