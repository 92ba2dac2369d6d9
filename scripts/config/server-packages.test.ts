import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The packages of the service: those that the build of the server compiles. */
const packages = globSync('server/*/tsconfig.build.json', { cwd: root })
  .filter((path) => readText(path).includes('../tsconfig.emit.json'))
  .map((path) => dirname(path).slice('server/'.length))
  .sort()

/** Every list that names the packages one by one, with what it says for a package. */
const lists: readonly (readonly [file: string, mentions: (name: string) => string])[] = [
  ['package.json', (name) => `"server/${name}"`],
  ['server/package.json', (name) => `"@mediagen/${name}"`],
  ['server/tsconfig.json', (name) => `"${name}/src"`],
  ['server/tsconfig.build.json', (name) => `"./${name}/tsconfig.build.json"`],
  ['turbo.json', (name) => `${name}`],
  ['scripts/config/knip.json', (name) => `"server/${name}"`],
  ['scripts/config/service-import-rules.cjs', (name) => `'${name}'`],
  ['scripts/check/support/overlaid-program.ts', (name) => `'${name}'`],
  ['server/Dockerfile', (name) => `COPY --from=build /app/server/${name}/dist server/${name}/dist`],
  ['.dockerignore', (name) => `!server/${name}/src`],
  ['server/README.md', (name) => `| \`${name}/\` |`],
]

describe('the packages of the service', () => {
  test('are these', () => {
    expect(packages).toEqual(['core', 'database', 'engines', 'media', 'storage', 'worker'])
  })

  test.each(lists)('are all named in %s', (file, mentions) => {
    const text = readText(file)
    expect(packages.filter((name) => !text.includes(mentions(name)))).toEqual([])
  })

  test('are all inputs and outputs of the build in every glob of turbo.json', () => {
    const globs = readText('turbo.json').match(/\{[a-z,]+\}/g) ?? []
    expect(globs.length).toBeGreaterThan(3)
    expect(globs.filter((glob) => glob !== `{${packages.join(',')}}`)).toEqual([])
  })

  test.each([...packages, 'src'])(
    '%s declares every package of ours that it imports, and no other',
    (name) => {
      const home = name === 'src' ? 'server' : `server/${name}`
      const sources = globSync(`${home}/src/**/*.ts`, { cwd: root }).filter(
        (path) => !/\.test\.ts$|\/support\//.test(path),
      )
      const imported = sources.flatMap((path) =>
        [...readText(path).matchAll(/'(@mediagen\/[a-z]+)(?=[/'])/g)].map(([, found = '']) => found),
      )
      const { dependencies = {}, peerDependencies = {} } = JSON.parse(readText(`${home}/package.json`))
      const declared = Object.keys({ ...dependencies, ...peerDependencies })
      expect(declared.filter((one) => one.startsWith('@mediagen/')).sort()).toEqual(
        [...new Set(imported)].sort(),
      )
    },
  )

  test('share their dependencies, so that the image needs no folder of packages for one of them', () => {
    const { packages: entries } = JSON.parse(readText('package-lock.json'))
    expect(Object.keys(entries).filter((path) => /^server\/[a-z]+\/node_modules\//.test(path))).toEqual([])
  })
})
