import { describe, expect, test } from 'vitest'
import { uploadMoves, uploadStatusAt, uploadStatuses } from './upload-states.ts'

describe('an upload', () => {
  test('has transitions out of PENDING only: every other status is permanent', () => {
    expect(new Set(Object.values(uploadMoves).map(({ from }) => from))).toEqual(new Set(['PENDING']))
    expect(
      Object.values(uploadMoves)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['EXPIRED', 'INVALID', 'READY'])
  })

  test.each(uploadStatuses)(
    'that is %s is shown as EXPIRED from the end of its window only if it was PENDING',
    (status) => {
      const upload = { status, expiresAtMs: 1_000 }
      expect(uploadStatusAt(upload, 999)).toBe(status)
      expect(uploadStatusAt(upload, 1_000)).toBe(status === 'PENDING' ? 'EXPIRED' : status)
      expect(uploadStatusAt(upload, Number.MAX_SAFE_INTEGER)).toBe(status === 'PENDING' ? 'EXPIRED' : status)
    },
  )
})
