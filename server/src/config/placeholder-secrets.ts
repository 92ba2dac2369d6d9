/** What examples and documents have in place of a secret: replace-me…, and an ellipsis. */
const placeholder = /^(replace|change)[-_ ]?me|…|\.\.\.$/i

/** Whether a secret was copied from an example, where everybody can read it. */
export function isPlaceholder(secret: string): boolean {
  return placeholder.test(secret)
}

/** The shortest secret that a setting takes. */
export const secretCharactersMin = 32
/** Of so many characters at least; a random secret of the shortest length has more, also of digits alone. */
const distinctMin = 8

/** Whether a secret repeats a few characters, so that its length says nothing of how long guessing it takes. */
function isRepetition(secret: string): boolean {
  return new Set(secret).size < distinctMin
}

const generated = 'openssl rand -hex 32 makes a good one'
const issued: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: 'set the id of the key that your object store has issued',
  AWS_SECRET_ACCESS_KEY: 'set the key that your object store has issued, or that you have set there',
}

/** The settings whose secret everybody knows, or that share one; a problem each, which never contains it. */
export function secretProblems(variables: Readonly<NodeJS.ProcessEnv>): string[] {
  const { ADMIN_TOKEN: adminToken } = variables
  const problems: string[] = []
  const rejectRepetition = (name: string): void => {
    const value = variables[name] ?? ''
    // An empty or short one is reported elsewhere.
    if (value.length >= secretCharactersMin && isRepetition(value))
      problems.push(`"${name}" repeats a few characters, so it can be guessed: ${generated}`)
  }
  const reject = (name: string, advice: string): void => {
    const value = variables[name]
    if (value !== undefined && isPlaceholder(value))
      problems.push(`"${name}" is the placeholder of an example: ${advice}`)
  }
  reject('SIGNING_SECRET', generated)
  reject('SIGNING_SECRET_PREVIOUS', 'set it only while you replace SIGNING_SECRET')
  reject('ADMIN_TOKEN', generated)
  rejectRepetition('SIGNING_SECRET')
  rejectRepetition('ADMIN_TOKEN')
  for (const name of ['SIGNING_SECRET', 'SIGNING_SECRET_PREVIOUS'])
    if (adminToken !== undefined && adminToken === variables[name])
      problems.push(
        `"ADMIN_TOKEN" and "${name}" have the same value, so that whoever learns one has both: ${generated}`,
      )
  if (isPlaceholder(passwordOf(variables.DATABASE_URL)))
    problems.push(
      '"DATABASE_URL" contains the placeholder of an example as its password: give the database\'s user a password of its own, such as openssl rand -hex 24 makes',
    )
  if (variables.OBJECT_STORE_URL?.startsWith('s3:'))
    for (const [name, advice] of Object.entries(issued)) reject(name, advice)
  return problems
}

/** Empty if there is none; a wrong URL is reported elsewhere. */
function passwordOf(url: string | undefined): string {
  const password = URL.parse(url ?? '')?.password ?? ''
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}
