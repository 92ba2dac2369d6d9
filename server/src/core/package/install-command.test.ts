import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { packageNames } from '../../tracing/load-packages.ts'
import { installCommand } from './install-command.ts'

const manifest = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
const docs = new URL('../../../../docs/', import.meta.url)

test('a command that installs an optional package names the versions that npm takes beside the server', () => {
  const names = Object.keys(manifest.peerDependencies)
  expect(names).toEqual(expect.arrayContaining([...packageNames]))
  for (const name of names)
    expect(installCommand(name)).toBe(`npm install ${name}@${manifest.peerDependencies[name]}`)
})

test.each([
  ['metrics.md', packageNames],
  ['engines/results.md', ['@contentauth/c2pa-node']],
])('so does the one in docs/%s', async (page, names) => {
  const text = await readFile(new URL(page, docs), 'utf8')
  const named = /^npm install (.*)$/m.exec(text)?.[1]?.split(' ') ?? []
  expect(named.map((one) => one.replace(/(.)@.*$/, '$1')).sort()).toEqual([...names].sort())
  for (const one of named) {
    const [, name = '', version] = /^(.+)@(.+)$/.exec(one) ?? []
    const range: string = manifest.peerDependencies[name]
    expect(`${range.replace('^', '')}.`).toContain(`${version}.`)
  }
})
