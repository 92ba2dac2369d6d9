import type { Parts } from './wire.ts'

/**
 * Reloads the providers file on an operator's SIGHUP; an invalid file changes nothing and is logged. Returns
 * whether the new file is in force.
 */
export async function reloadProviders(parts: Parts): Promise<boolean> {
  try {
    await parts.reloadProviders()
    const names = parts.providers.list().map(({ name }) => name)
    const gates = parts.gates.list().map(({ name }) => name)
    parts.logger.info({ providers: names, gates }, 'providers file reloaded')
    return true
  } catch (error) {
    parts.logger.error({ err: error }, 'the providers file is invalid; the previous one stays in force')
    return false
  }
}
