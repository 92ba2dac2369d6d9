import { expect, test } from 'vitest'
import { knownSettings, readText } from './support/deployment.ts'

test('the page of settings has a row for every setting, and for no other', () => {
  const [, table = ''] = /# Settings\n([\s\S]*?)\n## /.exec(readText('docs/settings.md')) ?? []
  const rows = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name))
  expect(named.sort()).toEqual([...knownSettings].sort())
})
