import { expect, test } from 'vitest'
import { changeReport } from './change-report.mjs'

const result = (name: string, passed: boolean, output = '') => ({
  name,
  passed,
  output,
})
const written = {
  changedFiles: ['openapi/paths/a.yaml', 'sdk/src/generated/a.ts', 'sdk/src/generated/b.ts'],
  changelog:
    '# Changes\n\n## Unreleased\n\n### Added\n\n- `GET /a`: added\n\n## 1.0.0\n\nThe first release.\n',
}

test('the report lists what is left to do by file and line, and generated files by folder', () => {
  const results = [
    result('contract changes', true),
    result('types: server', false, 'server/b.ts(3,1): error TS1: b is missing\n'),
    result(
      'types: sdk',
      false,
      'sdk/a.ts(9,1): error TS1: a is missing\nsdk/src/generated/a.ts(1,1): error TS2: c',
    ),
    result('types: test', false, 'out of memory'),
    result('build', false, '@mediagen/sdk:build: a.ts(9,1): error TS1: a is missing'),
  ]
  expect(changeReport(results, written)).toBe(
    [
      'Callers will notice, since the last release, and nothing breaks them:\n  ### Added\n  - `GET /a`: added',
      'Generated, to be committed: sdk/src/generated (2)',
      'Errors in generated files, which come from the contract: sdk/src/generated (1)',
      'types: test failed:\n  out of memory',
      'Left to do, 2 in 2 files:\nsdk/a.ts:9  TS1: a is missing\nserver/b.ts:3  TS1: b is missing',
    ].join('\n\n'),
  )
})

test('the report begins with what would break clients, and then never says that nothing is left', () => {
  const broken = 'The contract would break clients of 1.0.0:\n  GET /a: removed'
  const report = changeReport([result('contract changes', false, broken)], { ...written, changedFiles: [] })
  expect(report).toBe(broken)
})

test('the report says that nothing is left if every step passed', () => {
  const report = changeReport([result('contract changes', true)], {
    changedFiles: [],
    changelog: '## 1.0.0\n',
  })
  expect(report).toBe('Callers will notice no difference from the last release.\n\nNothing is left to do.')
})
