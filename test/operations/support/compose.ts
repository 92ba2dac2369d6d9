import { fillIn, readText, readYaml } from './deployment.ts'

const folder = 'examples/self-host'

type Settings = Readonly<Record<string, string>>

/** The values of .env.example. */
export const exampleSettings = readSettings(`${folder}/.env.example`)

/** The values of a file of variables. */
export function readSettings(path: string): Settings {
  return Object.fromEntries(
    readText(path)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** The same as an operator fills them in: the service rejects the placeholders. */
const filledIn = Object.fromEntries(
  Object.entries(exampleSettings).map(([name, value]) => [name, fillIn(name, value)]),
)

/** A Compose file of the example with settings, by default those of .env.example as an operator fills them in. */
// biome-ignore lint/suspicious/noExplicitAny: of Docker Compose's own form.
export function readCompose(file: string, settings: Settings = filledIn): any {
  return readYaml(interpolate(readText(`${folder}/${file}`), settings))
}

/** As Docker Compose puts the values of .env in: ${NAME}, ${NAME:-default}, ${NAME-default} and ${NAME:?}. */
function interpolate(text: string, settings: Settings): string {
  return text.replaceAll(
    /\$\$|\$\{([A-Z_0-9]+)(?:(:?[-?])([^}]*))?\}/g,
    (whole, name, sign = '', other = '') => {
      if (whole === '$$') return '$'
      const value = settings[name]
      if (value !== undefined && (value !== '' || !sign.startsWith(':'))) return value
      if (sign.endsWith('-')) return other
      throw new Error(`${name} is not set`)
    },
  )
}
