import { describe, expect, test } from 'vitest'
import { licenceProblems } from './licence-problems.ts'

const lock = {
  bundled: {},
  packages: {
    server: { name: '@mediagen/server', version: '1.0.0', dependencies: { one: '1.0.0', two: '1.0.0' } },
    'node_modules/one': { version: '1.0.0', license: 'MIT', integrity: 'sha512-1' },
    'node_modules/two': { version: '1.0.0', integrity: 'sha512-2' },
  },
}
const pageOf = (licences: string) => `| Server | \`server\` | ${licences} |\n`

describe('the licences of shipped packages', () => {
  test('agree with the page when it lists just those', () => {
    expect(licenceProblems(lock, pageOf('`MIT`, `none stated`'))).toEqual([])
  })

  test('fail with the package when one is not listed', () => {
    expect(licenceProblems(lock, pageOf('`MIT`'))).toEqual([
      'server: docs/licences.md does not list none stated, of two',
    ])
  })

  test('fail when one is listed that none has', () => {
    expect(licenceProblems(lock, pageOf('`MIT`, `none stated`, `GPL-3.0`'))).toEqual([
      'server: docs/licences.md lists GPL-3.0, which no shipped package has',
    ])
  })

  test('fail when the page has no table', () => {
    expect(licenceProblems(lock, 'nothing')).toEqual(['docs/licences.md has no table of products'])
  })
})
