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
  const unknown = Object.keys(variables).filter(
    (name) => variables[name] !== '' && name.length >= lettersMin && !settings.includes(name),
  )
  return new Map(
    unknown.flatMap((name) => {
      const meant = closest(name, settings)
      return meant === undefined || meant.startsWith(name) ? [] : [[name, meant] as const]
    }),
  )
}

/** Names that the libraries of S3 and Node read, and no schema of ours lists. */
const readByLibraries = /^(AWS_|NODE_|TZ$)|_PROXY$/i

/**
 * Names of a `.env` of ours that nothing reads. The engines' keys have names of the operator's choice, which
 * the text of the providers file contains.
 */
export function unknownSettings(names: readonly string[], providersFile = ''): string[] {
  const settings = keysAt(environment, {}, [])
  return names.filter(
    (name) => !settings.includes(name) && !readByLibraries.test(name) && !providersFile.includes(name),
  )
}
