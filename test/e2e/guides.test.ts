import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { untilHolds } from '../support/until-holds.ts'
import { processMsMax } from './support/service-process.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
const guidesFolder = join(projectRoot, 'docs', 'guides')
const linesMax = 120

/**
 * Folders whose every program is run: by the test beside them or, of the gallery, by test/runtimes/, and those
 * of the guides by this file.
 */
const foldersThatAreRun = [
  'examples/basics/',
  'examples/batch/',
  'examples/nextjs-gallery/',
  'examples/proxy/',
  'examples/backend-team/',
  'docs/guides/',
]

const names = (await readdir(guidesFolder)).filter((name) => name.endsWith('.md'))
const guides = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(join(guidesFolder, name), 'utf8') })),
)
const firstPage = await readFile(join(projectRoot, 'docs', 'index.md'), 'utf8')

/** The place of a file's code, or of a region of it, with the code itself; `npm run generate` keeps both equal. */
const code = /^<!-- code: ([^#\s]+)(?:#([\w-]+))? -->\n```\w+\n.*?^```$/gms
/** On the first page a line stands for the code. */
const include = /^<<< @\/([^#{\n]+)(?:#([\w-]+))?(?:\{\w+\})?$/gm

describe('the guides', () => {
  test.each(guides)('$name has no code but that of files, and is short', ({ text }) => {
    const words = text.replaceAll(code, '')
    expect(words).not.toMatch(/^\s*(```|~~~|<<<)/m)
    expect(words).not.toMatch(/^( {4}|\t)\S/m)
    expect(words).not.toContain('<!-- code')
    expect(words.split('\n').length).toBeLessThan(linesMax)
  })

  const includes = [
    ...guides.flatMap(({ name, text }) => [...text.matchAll(code)].map((match) => ({ name, match }))),
    ...[...firstPage.matchAll(include)].map((match) => ({ name: '../index.md', match })),
  ].map(({ name, match: [, file = '', region] }) => ({ name, file, region }))

  test.each(includes)('$name includes $file, which exists and is run ($region)', async ({ file, region }) => {
    expect(foldersThatAreRun.some((folder) => file.startsWith(folder))).toBe(true)
    expect(existsSync(join(projectRoot, file))).toBe(true)
    if (region === undefined) return
    const program = await readFile(join(projectRoot, file), 'utf8')
    expect(program).toMatch(RegExp(`^(//|#) #?region ${region}$[^]+^(//|#) #?endregion ${region}$`, 'm'))
  })

  test('include code at all, from each folder that is run', () => {
    for (const folder of foldersThatAreRun)
      expect(includes.some(({ file }) => file.startsWith(folder))).toBe(true)
  })
})

describe('the programs of the guides', () => {
  test('accounts.sh makes an account with its key, and finds the ledger in order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-guides-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    // In place of the installed package: what the tests have built.
    const main = join(projectRoot, 'server', 'dist', 'main.js')
    const npx = `test "$1" = @mediagen/server && shift && exec "${process.execPath}" "${main}" "$@"`
    await writeFile(join(folder, 'npx'), `#!/bin/sh\n${npx}\n`, { mode: 0o755 })
    const PATH = [folder, process.env.PATH].join(delimiter)
    const { stdout: output } = await promisify(execFile)('sh', [join(guidesFolder, 'accounts.sh')], {
      env: { ...process.env, PATH, DATA_DIR: join(folder, 'data'), NODE_OPTIONS: '' },
    })
    expect(output).toMatch(/mgk_\w+/)
    expect(output).toMatch(/25\.00/)
  })

  test('start.sh starts the service with the studio, which prints its address and a key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-guides-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const main = join(projectRoot, 'server', 'dist', 'main.js')
    // In place of npm start: what the tests have built.
    const npm = `test "$*" = start && exec "${process.execPath}" "${main}"`
    await writeFile(join(folder, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
    const PATH = [folder, process.env.PATH].join(delimiter)
    const port = String(await findFreePort())
    // A group of its own, which ends with the service.
    const service = spawn('sh', [join(guidesFolder, 'start.sh')], {
      env: { ...process.env, PATH, PORT: port, DATA_DIR: join(folder, 'data'), NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    const ended = once(service, 'close')
    let output = ''
    service.stderr.on('data', (text) => {
      output += text
    })
    const { pid } = service
    if (pid === undefined) throw new Error('sh does not start')
    onTestFinished(async () => {
      process.kill(-pid, 'SIGTERM')
      await ended
    })
    await untilHolds(() => expect(output).toMatch(/mgk_\w+/), processMsMax)
    expect(output).toContain(`http://127.0.0.1:${port}`)
  })

  test('environment.sh sets the variables that the SDK reads', async () => {
    const script = `. ${join(guidesFolder, 'environment.sh')} && echo "$MEDIAGEN_API_KEY $MEDIAGEN_BASE_URL"`
    const { stdout } = await promisify(execFile)('sh', ['-euc', script])
    expect(stdout).toBe('mgk_... http://127.0.0.1:3000\n')
  })

  test('are all run here', async () => {
    const programs = (await readdir(guidesFolder)).filter((name) => !name.endsWith('.md'))
    expect(programs.sort()).toEqual(['accounts.sh', 'environment.sh', 'start.sh'])
  })
})
