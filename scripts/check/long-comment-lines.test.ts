import { describe, expect, test } from 'vitest'
import { longCommentLines } from './long-comment-lines.ts'

const words = 'word '.repeat(30).trim()

describe('a comment over 110 columns', () => {
  test.each([
    ['a.ts', `const a = 1\n// ${words}`],
    ['a.ts', `/**\n * ${words}\n */`],
    ['a.mjs', `code()\n  /** ${words} */`],
    ['a.yaml', `a: 1\n# ${words}`],
    ['a.sql', `select 1;\n-- ${words}`],
  ])('in %s is found with its line', (path, source) => {
    expect(longCommentLines(path, source)).toEqual([2])
  })

  test.each([
    ['code', 'a.ts', `const text = '${words}'`],
    ['text of the contract', 'a.yaml', `description: ${words}`],
    ['a directive', 'a.ts', `// biome-ignore lint/a/b: ${words}`],
    ['a word that cannot be broken', 'a.ts', `// https://example.com/${'a'.repeat(120)}`],
  ])('does not include %s', (_name, path, source) => {
    expect(longCommentLines(path, source)).toEqual([])
  })
})
