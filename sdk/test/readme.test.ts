import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { compile, pageOptions } from '../../test/support/compile-against-sdk.ts'
import * as sdk from '../src/index.js'

const guide = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const programs = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
const components = [...guide.matchAll(/```tsx\n(.*?)```/gs)].map(([, code = '']) => code)

describe('the guide', () => {
  test('has code that compiles, as strictly as the SDK itself', () => {
    expect(programs.length).toBeGreaterThan(9)
    expect(compile(programs.map(complete))).toEqual([])
  })

  test('has components that compile in a page, and would not with a mistake', () => {
    expect(components.length).toBeGreaterThan(1)
    const mistaken = "import { useTask } from '@mediagen/sdk/react'\nuseTask()\n"
    expect(compile([...components.map(complete), mistaken], pageOptions)).toEqual([
      expect.stringContaining('Expected 2 arguments, but got 0'),
    ])
  })

  test('would not compile with a mistake in it', () => {
    expect(compile([complete('await client.images.generate({ prompt: 7 })\n')])).toHaveLength(1)
  })

  test('lists every error class, and none that is not there', () => {
    const listed = [...guide.matchAll(/^\| `(\w+Error)` \|/gm)].map(([, name]) => name)
    const exported = Object.keys(sdk).filter((name) => name.endsWith('Error') && name !== 'MediagenError')
    expect(listed.sort()).toEqual(exported.sort())
  })

  test('lists every setting of the client', async () => {
    const source = await readFile(new URL('../src/mediagen.ts', import.meta.url), 'utf8')
    const options = source.slice(source.indexOf('interface MediagenOptions'), source.indexOf('export class'))
    const names = [...options.matchAll(/readonly (\w+)\?:/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) expect(guide).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'))
  })
})

/** Makes a program of a piece: most pieces go on with a client that an earlier one made. */
function complete(code: string): string {
  const client = code.includes('const client =')
    ? ''
    : "declare const client: import('@mediagen/sdk').Mediagen\n"
  return `${client}${code}\nexport {}\n`
}
