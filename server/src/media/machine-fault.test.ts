import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isMachineFault } from './machine-fault.ts'

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

test('a disk, memory and threads that the machine does not have are its own fault', () => {
  expect(isMachineFault(thrownBy(() => readFileSync('/nowhere/at-all')))).toBe(true)
  // More than any machine has, so that the system refuses it.
  expect(isMachineFault(thrownBy(() => new ArrayBuffer(2 ** 52)))).toBe(true)
  expect(isMachineFault(new Error('vips_tracked: out of memory -- size == 381MB'))).toBe(true)
  expect(isMachineFault(new Error('vips_thread: unable to create thread'))).toBe(true)
})

test('a file that asks for more memory at once than its process may take is at fault, as one that lies about a size', () => {
  expect(isMachineFault(new Error('vips_tracked: out of memory -- size == 40000MB'))).toBe(false)
  expect(isMachineFault(new Error('tiff2vips: Out of memory reading of "StripOffsets"'))).toBe(false)
  expect(isMachineFault(new Error('VipsJpeg: premature end of JPEG image'))).toBe(false)
})
