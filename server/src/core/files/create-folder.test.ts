import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createFolder } from './create-folder.ts'

const here = mkdtempSync(join(tmpdir(), 'mediagen-folder-'))
afterAll(() => rmSync(here, { recursive: true }))

describe('a folder', () => {
  test('is created with those above it, and may exist already', () => {
    const path = join(here, 'one', 'two', 'three')
    createFolder(path)
    createFolder(path)
    expect(statSync(path).isDirectory()).toBe(true)
  })

  test('that is a file, or is below one, is an error of the operating system', () => {
    const file = join(here, 'file')
    writeFileSync(file, '')
    expect(() => createFolder(file)).toThrow('EEXIST')
    expect(() => createFolder(join(file, 'below', 'it'))).toThrow('ENOTDIR')
  })

  test.runIf(process.platform === 'linux')(
    'below one that takes none is an error, and no endless loop',
    () => {
      expect(() => createFolder('/proc/none/such')).toThrow('ENOENT')
    },
  )
})
