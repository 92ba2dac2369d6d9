import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'
import { makeApiReport, reportPath } from '../make-api-report.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const distFolder = join(packageFolder, 'dist')
/** What npm unpacks of this package itself; a third of it are source maps, a third types. */
const unpackedBytesMax = 640_000

describe('the package as it is built', () => {
  test('has nothing that publint finds wrong', async () => {
    const { messages } = await publint({ pkgDir: packageFolder, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  test('has the right types for each way to import it', async () => {
    const program = fileURLToPath(new URL('../../node_modules/.bin/attw', import.meta.url))
    const run = promisify(execFile)(program, [
      '--pack',
      packageFolder,
      '--profile',
      'node16',
      '--format',
      'json',
    ])
    const { stdout } = await run
    const { analysis }: { analysis: { problems: { resolutionKind?: string }[] } } = JSON.parse(stdout)
    // Node 10 and its kind know no subpaths, and are not among those that the package is for.
    expect(analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual([])
  })

  test('is no larger than it has to be', async () => {
    const names = await readdir(distFolder, { recursive: true })
    const sizes = await Promise.all(
      names.map(async (name) => {
        const file = await stat(join(distFolder, name))
        return file.isFile() ? file.size : 0
      }),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(unpackedBytesMax)
  })
})

test('the report of the API says what a program can see; run make-api-report.ts after a change of it', async () => {
  expect(await readFile(reportPath, 'utf8')).toBe(makeApiReport())
})
