import { readFileSync } from 'node:fs'

const name = '.env'
/** How the file begins that `mediagen-server init` writes. */
const heading = '# mediagen-server'

/**
 * Reads the settings of `.env` in the working folder into the environment, whose own variables win. The first
 * line has to say whose file it is: an app's file in the same folder may name the app's database, which is none
 * of ours to migrate. Returns why a file was not read; undefined if it was, or if there is none.
 */
export function loadEnvFile(): string | undefined {
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isAbsent ? undefined : `${name} cannot be read: ${error instanceof Error ? error.message : error}`
  }
  if (!text.startsWith(heading))
    return `${name} is not read, because its first line is not "${heading}": it may be another program's`
  process.loadEnvFile(name)
  return undefined
}
