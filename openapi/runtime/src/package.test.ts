import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('a compiler for CommonJS, which reads no exports, finds the declarations that exports name', () => {
  const { '.': main, './package.json': _manifest, ...entries } = manifest.exports
  expect({ main: manifest.main, types: manifest.types }).toEqual({
    main: main.require.default,
    types: main.require.types,
  })
  expect(manifest.typesVersions['*']).toEqual(
    Object.fromEntries(
      Object.entries(entries).map(([name, { require }]) => [name.slice(2), [require.types]]),
    ),
  )
})
