import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { products } from './bill-of-materials.ts'
import { publishedFolders } from './packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'mediagen-release-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An unreachable registry: these tests must not need one. */
const offline = { npm_config_registry: 'http://127.0.0.1:9', npm_config_offline: 'true' }

interface Manifest {
  name: string
  version: string
  private?: boolean
  license?: string
  engines?: { node: string }
  publishConfig?: object
  exports?: Record<string, string | Record<string, Record<string, string>>>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

function manifestOf(place: string): Manifest {
  return JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'))
}

/** Paths of tests, of their support files and of the faults that histories plant. The SDK's testing kit does not count: its users import it. */
const madeForTests = /\.test\.|(^|\/)(test|support)\//

const packedFiles = new Map<string, Promise<string[]>>()

/** The files of a folder that npm would publish. */
function packed(place: string): Promise<string[]> {
  const files = packedFiles.get(place) ?? askNpm(place)
  packedFiles.set(place, files)
  return files
}

async function askNpm(place: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: join(root, place),
    env: { ...process.env, ...offline },
  })
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(stdout)
  return files.map(({ path }) => path)
}

/** The service brings a Node of its own choice; backends and clients run where others decide. */
const nodeOf: Record<string, string> = { server: '>=24', 'server/studio': '>=24' }

test.each(publishedFolders.filter((place) => !manifestOf(place).private))(
  'the package in %s states what a registry requires',
  (place) => {
    const { license, engines, publishConfig } = manifestOf(place)
    expect({ license, engines, publishConfig }).toEqual({
      license: 'MIT',
      engines: { node: nodeOf[place] ?? '>=22.12' },
      publishConfig: { access: 'public', provenance: true },
    })
  },
)

test.each(publishedFolders)(
  'the README in %s links to files of the repository, and to their headings',
  (place) => {
    const text = (path: string) => readFileSync(join(root, path), 'utf8')
    const links = [...text(`${place}/README.md`).matchAll(/\]\((?![a-z]+:|\/)([^)\s]+)\)/g)]
    for (const [, link = ''] of links) {
      const [path = '', heading] = link.split('#')
      const target = path === '' ? `${place}/README.md` : posix.join(place, path)
      expect([link, existsSync(join(root, target))]).toEqual([link, true])
      if (heading === undefined) continue
      const headings = [...text(target).matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
        words
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      )
      expect([link, headings.includes(heading)]).toEqual([link, true])
    }
  },
)

describe.each(['sdk', 'sdk/cli', 'sdk/ai-sdk'])('the package in %s', (place) => {
  test('contains every file that it refers to, and no test, test support, secret or setting', async () => {
    const files = await packed(place)
    const { exports = {}, bin = {} } = manifestOf(place)
    const targets = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry).flatMap((one) => Object.values(one)),
    )
    for (const target of [...targets, ...Object.values(bin)]) expect(files).toContain(posix.normalize(target))
    expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']))
    expect(
      files.filter(
        (path) => !/^(bin|dist|src)\/|^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(path),
      ),
    ).toEqual([])
    expect(files.filter((path) => madeForTests.test(path) || /node_modules\/|tsconfig/.test(path))).toEqual(
      [],
    )
  })

  test('has source maps whose sources are included or adjacent', async () => {
    const files = await packed(place)
    const programs = files.filter((path) => /^dist\/.*\.js$/.test(path))
    for (const program of programs) {
      const code = readFileSync(join(root, place, program), 'utf8')
      const map = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(code)?.[1]
      // A file that only re-exports another one needs none.
      if (map === undefined) continue
      const path = posix.join(dirname(program), map)
      expect(files).toContain(path)
      const { sources, sourcesContent }: { sources: string[]; sourcesContent?: (string | null)[] } =
        JSON.parse(readFileSync(join(root, place, path), 'utf8'))
      const missing = sources.filter((source, index) => {
        const isOfAnother = posix.normalize(posix.join(dirname(path), source)).startsWith('..')
        return (
          sourcesContent?.[index] == null &&
          !isOfAnother &&
          !files.includes(posix.join(dirname(path), source))
        )
      })
      expect([path, missing.filter((source) => !/generated/.test(source))]).toEqual([path, []])
    }
    expect(programs.length).toBeGreaterThan(0)
  })

  test('can be published as it stands, without access to a registry', async () => {
    const { name, version } = manifestOf(place)
    const { stdout } = await promisify(execFile)(
      'npm',
      ['publish', '--dry-run', '--json', '--ignore-scripts'],
      {
        cwd: join(root, place),
        env: { ...process.env, ...offline },
      },
    )
    expect(JSON.stringify(JSON.parse(stdout))).toContain(`${name}@${version}`)
  })
})

describe.each(['sdk', 'sdk/cli', 'sdk/ai-sdk', 'server', 'server/studio'])('what is built in %s', (place) => {
  const built = globSync('dist/**/*.*', { cwd: join(root, place) }).map((path) => path.split(sep).join('/'))

  test('contains no test and no test support, as a file or bundled in another one', () => {
    const maps = built.filter((path) => path.endsWith('.map'))
    const sources = maps.flatMap((path) => {
      const map: { sources: string[] } = JSON.parse(readFileSync(join(root, place, path), 'utf8'))
      return map.sources.map((source) => posix.join(dirname(path), source))
    })
    // Where there are no maps, the bundler writes each path above what is from there.
    for (const path of built.filter((one) => /\.c?js$/.test(one))) {
      const code = readFileSync(join(root, place, path), 'utf8')
      for (const [, source = ''] of code.matchAll(/^\/\/ (src\/\S+)$/gm)) sources.push(source)
    }
    expect(sources).toContainEqual(expect.stringMatching(/^src\//))
    expect([...built, ...sources].filter((path) => madeForTests.test(path))).toEqual([])
  })
})

const manifests = [
  'package.json',
  ...['openapi', ...publishedFolders, 'examples/basics', 'examples/backend-team', 'test'].map(
    (place) => `${place}/package.json`,
  ),
]

/** A copy of everything that changesets reads, in a separate repository. */
function copyProject(folder: string) {
  for (const path of [
    ...manifests,
    'package-lock.json',
    'sdk/CHANGELOG.md',
    'server/CHANGELOG.md',
    'sdk/api-report.txt',
    '.changeset/config.json',
    'scripts/release/changelog.mjs',
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' }).trim()
  run('git', 'init', '--quiet', '--initial-branch=main')
  return run
}

describe('the workflows', () => {
  const stepOf = (workflow: string, name: string) => {
    const text = readFileSync(join(root, '.github', 'workflows', workflow), 'utf8')
    const lines = text.slice(text.indexOf(`- name: ${name}`)).split('\n')
    const first = lines.findIndex((line) => line.trim() === 'run: |') + 1
    const script = lines.slice(first)
    const end = script.findIndex((line) => !line.startsWith('          '))
    return (end < 0 ? script : script.slice(0, end)).join('\n')
  }

  test('require a changeset if, and only if, the API report changes', () => {
    const own = join(folder, 'demand')
    const run = copyProject(own)
    writeFileSync(join(own, '.gitignore'), 'node_modules\n')
    const commit = (subject: string) => {
      run('git', 'add', '--all')
      run('git', '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '-m', subject)
      return run('git', 'rev-parse', 'HEAD')
    }
    const step = stepOf('ci.yml', 'Demand a changeset')
    const demand = (base: string) => {
      const env = { ...process.env, BASE: base }
      return spawnSync('bash', ['-e', '-c', step], { cwd: own, env }).status
    }
    const base = commit('Begin')
    run('git', 'branch', 'any')
    writeFileSync(join(own, 'sdk', 'note.txt'), 'not seen by users')
    commit('Add a note')
    expect(demand(base)).toBe(0)
    expect(demand('0000000000000000000000000000000000000000')).toBe(0)
    writeFileSync(join(own, 'sdk', 'api-report.txt'), 'another API')
    commit('Change the API')
    expect(demand(base)).toBe(1)
    writeFileSync(join(own, '.changeset', 'new.md'), "---\n'@mediagen/sdk': minor\n---\n\nAnother API.\n")
    commit('Say so')
    expect(demand(base)).toBe(0)
  })

  test('tag the version if it has no release, once, and attach the bills of materials', () => {
    const own = join(folder, 'record')
    const hub = join(own, 'hub')
    mkdirSync(hub, { recursive: true })
    writeFileSync(join(own, 'gh'), standInForGitHub, { mode: 0o755 })
    writeFileSync(join(own, 'npm'), standInForNpm, { mode: 0o755 })
    const step = stepOf('release.yml', 'Tag the version')
    const path = [own, dirname(process.execPath), process.env.PATH].join(delimiter)
    const env = {
      ...process.env,
      PATH: path,
      HUB: hub,
      BILLS: join(own, 'sbom'),
      COMMIT: 'c0ffee',
      GH_TOKEN: 'token',
    }
    // Where the bills are written is irrelevant to the test; the rest is the step unchanged.
    const script = step.replaceAll('out/sbom', join(own, 'sbom'))
    const record = () => execFileSync('bash', ['-e', '-c', script], { cwd: root, env, stdio: 'pipe' })
    const tag = `v${manifestOf('server').version}`
    const file = join(hub, tag)

    record()
    expect(readdirSync(hub)).toEqual([tag])
    const release = readFileSync(file, 'utf8')
    expect(release).toContain(`release create ${tag} --target c0ffee --title ${tag} --notes-file -`)
    for (const { name } of products) expect(release).toContain(`/sbom/${name}.cdx.json`)
    for (const name of ['@mediagen/server', '@mediagen/sdk', 'mediagen'])
      expect(release).toContain(`\n# ${name}\n`)
    expect(release).toContain('Restore needed to go back: ')
    expect(release).not.toContain('\n## ')

    writeFileSync(file, 'isDraft=false')
    record()
    expect(readFileSync(file, 'utf8')).toBe('isDraft=false')
    writeFileSync(file, 'isDraft=true')
    record()
    expect(readFileSync(file, 'utf8')).toBe(release)
  })
})

/** The one command that the step gives npm: `bill-of-materials.test.ts` has what that writes. */
const standInForNpm = `#!/bin/sh
[ "$*" = "run --silent release -- sbom $BILLS" ] || exit 1
mkdir -p "$BILLS"
cd "$BILLS"
touch ${products.map(({ name }) => `${name}.cdx.json`).join(' ')}
`

/** GitHub's CLI, as far as the step needs it: a release is a file in the folder HUB. */
const standInForGitHub = `#!/usr/bin/env bash
set -e
file="$HUB/$3"
case "$2" in
  view) [ -f "$file" ] || { echo 'release not found' >&2; exit 1; }
        if grep -q isDraft=true "$file"; then echo true; else echo false; fi ;;
  delete) rm "$file" ;;
  create) [ ! -f "$file" ] || exit 1
          { echo "$*"; cat; } > "$file" ;;
esac
`

test('a changeset of one package raises the whole set and every reference to it, and nothing private', () => {
  const own = join(folder, 'version')
  const run = copyProject(own)
  writeFileSync(
    join(own, '.changeset', 'postcards.md'),
    "---\n'@mediagen/sdk': minor\n---\n\nSends postcards.\n",
  )
  run(process.execPath, join(root, 'node_modules/@changesets/cli/bin.js'), 'version')

  const next = manifestOf('sdk').version.replace(
    /\.(\d+)\.\d+$/,
    (_, minor: string) => `.${Number(minor) + 1}.0`,
  )
  const set = publishedFolders.map(manifestOf).filter((manifest) => !manifest.private)
  const names = new Set(set.map(({ name }) => name))
  for (const path of manifests) {
    const before: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const after: Manifest = JSON.parse(readFileSync(join(own, path), 'utf8'))
    expect([path, after.version]).toEqual([path, names.has(after.name) ? next : before.version])
    const references = { ...after.dependencies, ...after.devDependencies, ...after.peerDependencies }
    for (const [name, range] of Object.entries(references))
      if (names.has(name)) expect([path, name, range]).toEqual([path, name, next])
  }
  const changelog = readFileSync(join(own, 'sdk/CHANGELOG.md'), 'utf8')
  expect(changelog).toMatch(new RegExp(`## ${next}\\n+### Minor Changes\\n+- Sends postcards\\.`))
  expect(readFileSync(join(own, 'sdk/cli/CHANGELOG.md'), 'utf8')).not.toContain('Updated dependencies')
})

test('the packages of the set have one version, and refer to each other by exactly that', () => {
  const set = publishedFolders.map(manifestOf)
  const [{ version } = { version: '' }] = set
  for (const { name, dependencies, devDependencies, peerDependencies, ...manifest } of set) {
    expect([name, manifest.version]).toEqual([name, version])
    for (const other of set)
      expect([undefined, version]).toContain(
        { ...dependencies, ...devDependencies, ...peerDependencies }[other.name],
      )
  }
})
