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
    { file: 'sdk/test/a.test.ts', line: 3, test: 'lists > agree, both ways', text: 'Error: 100% of a' },
  ])
})

test('a fault of the generator names the line of the contract', () => {
  const output =
    'The contract cannot be generated:\n  openapi/schemas/A.yaml:6: GET /a: the keyword b is unknown\n'
  expect(findingsIn(output)).toEqual([
    { file: 'openapi/schemas/A.yaml', line: 6, text: 'GET /a: the keyword b is unknown' },
  ])
})

test('a type of a hundred characters does not hide what is missing', () => {
  const output = `a.ts(1,1): error TS1: Property 'b' is missing in type '{ ${'c: number; '.repeat(20)} }'.`
  expect(findingsIn(output)).toMatchObject([{ text: "TS1: Property 'b' is missing in type '…'." }])
})

test('what several compilers or cases of a test find is listed once, in the order of files and lines', () => {
  const at = (file: string, line: number, test?: string) => ({
    file,
    line,
    text: 'wrong',
    ...(test && { test }),
  })
  expect(
    byFile([at('sdk/b.ts', 9, 'one'), at('sdk/b.ts', 9, 'two'), at('sdk/b.ts', 2), at('sdk/b.ts', 2)]),
  ).toEqual([at('sdk/b.ts', 2), at('sdk/b.ts', 9, 'one and 1 more')])
})
