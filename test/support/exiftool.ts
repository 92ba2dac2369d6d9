import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requiredBy } from '../../scripts/set-up/requirements.mjs'

const run = promisify(execFile)
const program = 'exiftool'

/** Whether ExifTool is here to read the marks; throws if the suites are required to run with it. */
export async function hasExiftool(): Promise<boolean> {
  try {
    await run(program, ['-ver'])
    return true
  } catch (error) {
    const setting = requiredBy('exiftool')
    if (setting === undefined) return false
    throw new Error(`${setting}, but ExifTool is not here.`, { cause: error })
  }
}

/** Everything that ExifTool, which we did not write, finds in the file: tags by their group and name. */
export async function readTags(file: string | Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-tags-'))
  try {
    const path = typeof file === 'string' ? file : join(folder, 'file')
    if (typeof file !== 'string') await writeFile(path, file)
    const { stdout } = await run(program, [
      '-json',
      '-G1',
      '-a',
      '-struct',
      '-validate',
      '-warning',
      '-all',
      path,
    ])
    const [tags] = JSON.parse(stdout)
    return tags
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
