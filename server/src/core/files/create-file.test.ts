import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFile } from './create-file.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('of several that create one file at once, one succeeds, and its content stays', async () => {
  const folder = newFolder()
  const path = join(folder, 'file')
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`)
  const created = await Promise.all(texts.map((text) => createFile(path, text, 0o644)))
  expect(created.filter(Boolean)).toHaveLength(1)
  expect(readFileSync(path, 'utf8')).toBe(texts[created.indexOf(true)])
  expect(statSync(path).mode & 0o777).toBe(0o644)
  expect(await createFile(path, 'late', 0o644)).toBe(false)
  expect(readdirSync(folder)).toEqual(['file'])
})

test.runIf(existsSync('/proc/self'))(
  'a folder that takes no files is an error of the operating system',
  async () => {
    await expect(createFile('/proc/self/file', '', 0o600)).rejects.toThrow('ENOENT')
  },
)
