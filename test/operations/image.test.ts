import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceFlags } from '../../scripts/set-up/runtime.mjs'
import { findFreePort } from '../support/free-port.ts'
import { untilPrinted } from '../support/running-program.ts'
import { untilHolds } from '../support/until-holds.ts'
import {
  copiesOf,
  type DockerInstruction,
  foreignSettings,
  knownSettings,
  readDockerStages,
  readText,
  root,
} from './support/deployment.ts'

const stages = readDockerStages('server/Dockerfile')

/** The instructions of a stage, those of the stages that it is built on first. */
function stageOf(name: string): DockerInstruction[] {
  const stage = stages.find(([from]) => from?.text.endsWith(` AS ${name}`)) ?? []
  const base = stage[0]?.text.split(' ')[0] ?? ''
  return base.startsWith('$') || base === '' ? stage : [...stageOf(base), ...stage]
}

/** A whole service, its thread for tasks included, on a busy machine. */
const startMsMax = 60_000

const withStudio = stageOf('with-studio')
const program = 'server/bin/mediagen-server.js'

function instruction(name: string): string {
  return withStudio.find((found) => found.name === name)?.text ?? ''
}

/** The variables that the image sets, by name. */
const imageSettings = Object.fromEntries(
  instruction('ENV')
    .split(/\s+/)
    .map((part) => part.split('=', 2)),
)

describe('the Dockerfile', () => {
  test('makes the image that may be published, unless another is asked for by name', () => {
    expect(stages.at(-1)?.[0]?.text).toMatch(/ AS without-studio$/)
    expect(readText('docs/licences.md')).toContain('Publish only images without the studio')
  })

  test('copies only files that exist and that .dockerignore includes', () => {
    const included = readText('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    expect(included.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const sources = [...stageOf('studio-dependencies'), ...withStudio]
      .flatMap((instruction) => copiesOf([instruction]))
      .flatMap(({ from, sources }) => (from === undefined ? sources : []))
    expect(sources.length).toBeGreaterThan(6)
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(sources.filter((path) => !included.includes(path.split('/')[0] ?? ''))).toEqual([])
  })

  test('takes into an image only what is published, its packages, and two files by name', () => {
    for (const target of ['without-studio', 'with-studio'])
      for (const { from, sources } of copiesOf(stageOf(target)))
        for (const source of sources)
          expect([from, source]).toEqual(
            from === undefined
              ? [undefined, expect.stringMatching(/^(LICENSE|server\/healthcheck\.mjs)$/)]
              : from === 'build'
                ? ['build', expect.stringMatching(/^\/app\/out\/packages\/[\w-]+$/)]
                : [
                    expect.stringMatching(/dependencies$/),
                    expect.stringMatching(/^\/app\/(server\/)?node_modules$/),
                  ],
          )
  })

  test('has the packages in a layer below those of the service, which change with each version', () => {
    for (const target of ['without-studio', 'with-studio'])
      expect(copiesOf(stageOf(target))[0]?.sources).toEqual(['/app/node_modules'])
  })

  test('labels the image with the version that the server has', () => {
    const { version } = JSON.parse(readText('server/package.json'))
    expect(readText('server/Dockerfile')).toContain(`\nARG MEDIAGEN_VERSION=${version}\n`)
  })

  test('sets only variables that the server knows, and serves on the documented port', () => {
    const unknown = Object.keys(imageSettings).filter(
      (name) => ![...knownSettings, ...foreignSettings].includes(name),
    )
    expect(unknown).toEqual([])
    expect(instruction('EXPOSE')).toBe(`${imageSettings.PORT} ${imageSettings.METRICS_PORT}`)
  })

  test('runs as an unprivileged user, without a shell in between', () => {
    expect(instruction('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(JSON.parse(instruction('ENTRYPOINT'))).toEqual(['node', ...serviceFlags, program])
    expect(instruction('HEALTHCHECK')).toContain('CMD ["node", "server/healthcheck.mjs"]')
  })
})

/**
 * What only the studio needs: a folder stands for the image without it when none of these can be found from
 * there.
 */
const studioPackages = ['@mediagen/studio', 'node-av']

/** Lays out a stage below a folder, as the image has it, but for the documentation site. */
function layOut(stage: readonly DockerInstruction[], app: string, withStudio: boolean): void {
  for (const { from, sources, to } of copiesOf(stage))
    for (const source of sources.map((path) => path.replace(/^\/app\//, ''))) {
      const target = join(app, to.endsWith('/') ? join(to, basename(source)) : to)
      if (from === 'build') copyPackage(basename(source).replace(/^(server|openapi)-/, '$1/'), target)
      // The packages as they are here stand for those that npm would install there.
      else if (basename(source) === 'node_modules') linkPackages(join(root, source), target, withStudio)
      else copy(join(root, source), target)
    }
}

/** Copies what a package publishes, without what the image leaves out. */
function copyPackage(folder: string, target: string): void {
  const files = published.get(folder) ?? publishedFiles(folder)
  published.set(folder, files)
  for (const path of files.filter((path) => !/\.(d\.c?ts|map)$/.test(path)))
    copy(join(root, folder, path), join(target, path))
}

/** By package: npm is asked once for both images. */
const published = new Map<string, readonly string[]>()

function publishedFiles(folder: string): string[] {
  const options = ['--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const listed = execFileSync('npm', ['pack', `./${folder}`, ...options], { cwd: root, encoding: 'utf8' })
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(listed)
  return files.map(({ path }) => path)
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}

/**
 * Links each package as it is here; the project's own are links to the folders of the layout, as npm makes
 * them, so that they find only what the image contains.
 */
function linkPackages(from: string, to: string, withStudio: boolean): void {
  if (!existsSync(from)) return
  const names = readdirSync(from).flatMap((name) =>
    name === '@mediagen' ? readdirSync(join(from, name)).map((part) => `${name}/${part}`) : [name],
  )
  for (const name of names.filter((name) => withStudio || !studioPackages.includes(name))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    const isOurs = name.startsWith('@mediagen/')
    symlinkSync(isOurs ? readlinkSync(join(from, name)) : join(from, name), join(to, name))
  }
}

describe('the image as a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-image-'))
  const app = join(folder, 'app')
  const running = new Set<ChildProcess>()
  const environment = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
  }
  const run = (args: string[], more = {}) =>
    execFileSync(process.execPath, args, { cwd: app, env: { ...environment, ...more }, encoding: 'utf8' })

  beforeAll(() => layOut(withStudio, app, true))

  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(['serve', 'api', 'worker'])(
    '%s is healthy with no setting but those of the image',
    async (command) => {
      const free = async (name: string) => name in imageSettings && { [name]: String(await findFreePort()) }
      // The image's own ports may be in use here; which of them it sets is what counts.
      const ports = { ...(await free('PORT')), ...(await free('METRICS_PORT')) }
      const settings = { ...ports, DATA_DIR: join(folder, command) }
      const child = spawn(process.execPath, [program, command], {
        cwd: app,
        env: { ...environment, ...settings },
        stdio: 'ignore',
      })
      running.add(child)
      const ended = once(child, 'exit')
      await untilHolds(() => run(['server/healthcheck.mjs'], settings), startMsMax)
      child.kill('SIGKILL')
      await ended
      running.delete(child)
      expect(() => run(['server/healthcheck.mjs'], settings)).toThrow()
    },
  )

  test('migrates, and a worker in it is healthy, is measured and ends with 0 on SIGTERM', async () => {
    expect(run([program, 'migrate'])).toContain('Applied 0001')
    expect(run([program, 'migrate'])).toContain('up to date')

    const port = String(await findFreePort())
    const child = spawn(process.execPath, [program, 'worker'], {
      cwd: app,
      env: { ...environment, METRICS_PORT: port },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    running.add(child)
    await untilPrinted(child, /worker is running/)
    await untilHolds(() => run(['server/healthcheck.mjs'], { METRICS_PORT: port }))
    const readiness = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(await readiness.json()).toEqual({
      status: 'ready',
      checks: {
        database: 'ok',
        databaseWritable: 'ok',
        migrations: 'ok',
        objectStore: 'ok',
        taskWorker: 'ok',
      },
    })
    const metrics = await untilHolds(async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      // The thread that runs tasks starts after the process.
      expect(text).toContain('mediagen_workers 1')
      return text
    }, startMsMax)
    for (const line of ['mediagen_database_up 1', 'mediagen_object_store_up 1'])
      expect(metrics).toContain(line)
    expect(metrics).toMatch(/^mediagen_build_info\{version="[^"]+",role="worker"\} 1$/m)
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/pricing`)).status).toBe(404)

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    running.delete(child)
    expect(() => run(['server/healthcheck.mjs'], { METRICS_PORT: port })).toThrow()
  })
})

describe('the image without the studio, as a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-image-'))
  const app = join(folder, 'app')
  const environment = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', DATA_DIR: join(folder, 'data') }
  let child: ChildProcess | undefined
  beforeAll(() => layOut(stageOf('without-studio'), app, false))
  afterAll(() => {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('contains no part of it', () => {
    const sources = copiesOf(stageOf('without-studio')).flatMap(({ sources }) => sources)
    expect(sources.filter((path) => path.includes('studio'))).toEqual([])
  })

  test('starts, reports that the studio is missing, and offers nothing that needs it', async () => {
    const port = String(await findFreePort())
    child = spawn(process.execPath, [program, 'serve'], {
      cwd: app,
      env: { ...environment, PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const missing = /needs the package @mediagen\/studio, which is not installed/
    await Promise.all([untilPrinted(child, missing), untilPrinted(child, /is serving on/)])
    expect(await (await fetch(`http://127.0.0.1:${port}/api/v1/pricing`)).json()).toMatchObject({
      products: [],
    })
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  })

  test('rejects a providers file that names it, by the name of the provider', () => {
    const file = join(folder, 'providers.yaml')
    writeFileSync(file, 'providers: [{ name: painter, kind: studio }]\nroutes: []\n')
    const start = () =>
      execFileSync(process.execPath, [program, 'serve'], {
        cwd: app,
        env: { ...environment, PROVIDERS_FILE: file },
        stdio: 'pipe',
        encoding: 'utf8',
      })
    expect(start).toThrow(/provider painter: kind studio needs the package @mediagen\/studio/)
  })
})
