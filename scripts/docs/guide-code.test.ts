import { expect, test } from 'vitest'
import { withGuideCode } from './guide-code.ts'

const files: Readonly<Record<string, string>> = {
  'a.ts': '// #region one\nconst a = 1\n// #endregion one\nconst b = 2\n',
  'b.sh': '# region run\nnpm start\n# endregion run\n',
}
const read = (file: string) => files[file] ?? ''

test('a page gets the code of the file or of the region that a comment names, in place of what is there', () => {
  const page = 'First:\n\n<!-- code: a.ts -->\n```ts\nold\n```\n\nThen:\n\n<!-- code: b.sh#run -->\n\nEnd.\n'
  const written = withGuideCode(page, read)
  expect(written).toBe(
    'First:\n\n<!-- code: a.ts -->\n```ts\nconst a = 1\nconst b = 2\n```\n\nThen:\n\n<!-- code: b.sh#run -->\n```sh\nnpm start\n```\n\nEnd.\n',
  )
  expect(withGuideCode(written, read)).toBe(written)
})

test('a region that is not there is named', () => {
  expect(() => withGuideCode('<!-- code: a.ts#two -->\n', read)).toThrow('a.ts#two is not there')
})
