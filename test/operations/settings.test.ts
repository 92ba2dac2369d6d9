import { expect, test } from 'vitest'
import { knownSettings, readText } from './support/deployment.ts'

test('the README has a row for every setting, and for no other', () => {
  const [, section = ''] = /## Settings\n([\s\S]*?)\n## /.exec(readText('README.md')) ?? []
  const rows = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name))
  expect(named.sort()).toEqual([...knownSettings].sort())
})
