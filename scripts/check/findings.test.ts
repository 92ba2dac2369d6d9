import { expect, test } from 'vitest'
import { projectRoot } from '../set-up/project.mjs'
import { byFile, findingsIn } from './findings.mjs'

test('an error of a compiler names its file and line, with what explains it', () => {
  const output = [
    "sdk/src/a.ts(7,3): error TS2739: Type '{}' is missing a property.",
    "  Property 'b' is required.",
    '',
    '    at something else',
  ].join('\n')
  expect(findingsIn(output)).toEqual([
    {
      file: 'sdk/src/a.ts',
      line: 7,
      text: "TS2739: Type '{}' is missing a property.\n  Property 'b' is required.",
    },
  ])
})

test('a failed test is named by its title and its message, at the line that failed', () => {
  const title = '[unit] sdk/test/a.test.ts > lists > agree%2C both ways'
  const output = `::error file=${projectRoot}/sdk/test/a.test.ts,title=${title},line=3,column=5::Error: 100%25 of a%0A%0A ❯ sdk/test/a.test.ts:3:5%0A\n`
  expect(findingsIn(output)).toEqual([
    { file: 'sdk/test/a.test.ts', line: 3, text: 'lists > agree, both ways: Error: 100% of a' },
  ])
})

test('a fault of the generator names the line of the contract', () => {
  const output =
    'The contract cannot be generated:\n  openapi/schemas/A.yaml:6: GET /a: the keyword b is unknown\n'
  expect(findingsIn(output)).toEqual([
    { file: 'openapi/schemas/A.yaml', line: 6, text: 'GET /a: the keyword b is unknown' },
  ])
})

test('what two compilers find is listed once, in the order of files and lines', () => {
  const at = (file: string, line: number, text = 'wrong') => ({ file, line, text })
  expect(
    byFile([
      at('src/a.ts', 1),
      at('sdk/src/a.ts', 1),
      at('sdk/src/a.ts', 1),
      at('sdk/b.ts', 9),
      at('sdk/b.ts', 2),
    ]),
  ).toEqual([at('sdk/b.ts', 2), at('sdk/b.ts', 9), at('sdk/src/a.ts', 1)])
})
