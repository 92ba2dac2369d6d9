import type * as contract from '@mediagen/contract/models'
import { describe, expectTypeOf, test } from 'vitest'
import type { TaskErrorCode, TaskStatus } from './tasks/task-states.ts'
import type { UploadErrorCode, UploadStatus } from './uploads/upload-states.ts'

describe('the values that the service stores', () => {
  test('are exactly those that the contract can show', () => {
    expectTypeOf<TaskStatus>().toEqualTypeOf<contract.TaskStatus>()
    expectTypeOf<TaskErrorCode>().toEqualTypeOf<contract.TaskErrorCode>()
    expectTypeOf<UploadStatus>().toEqualTypeOf<contract.UploadStatus>()
    expectTypeOf<UploadErrorCode>().toEqualTypeOf<contract.UploadErrorCode>()
  })
})
