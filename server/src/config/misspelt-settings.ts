import { environment } from './environment.ts'
import { closest, keysAt } from './known-keys.ts'

/** Shorter names are like too many that other programs use: HOME is two letters from HOST. */
const lettersMin = 8

/**
 * Variables that are no setting but almost one, by what they probably mean: DATABASE_URI is meant as
 * DATABASE_URL. They are reported, because a setting that is ignored looks like one that is in force.
 */
export function misspeltSettings(variables: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const settings = keysAt(environment, {}, [])
  return new Map(
    Object.keys(variables).flatMap((variable) => {
      const [, prefix = '', name = ''] = /^(MEDIAGEN_)?(.*)$/.exec(variable) ?? []
      if (variables[variable] === '' || settings.includes(name)) return []
      if (prefix === '' && name.length < lettersMin) return []
      const meant = closest(name, settings)
      return meant === undefined || meant.startsWith(name) ? [] : [[variable, prefix + meant] as const]
    }),
  )
}
