import {
  emptyList,
  type Harmless,
  indexOnly,
  moreRows,
  oddIdsOnMysql,
  optimisation,
  secondGuard,
  toTheMillisecond,
} from './reasons.ts'

const noKey = 'the set is only asked whether it has the key of an object, and this is none'
const setBeforeRead = 'it is overwritten before anything reads it'

export const uploads: Harmless = {
  'account-uploads.ts': [['deleteUnchangedUploads', ['Guard 1'], moreRows]],
  'claims.ts': [
    ['lockUploadClaim', ['Guard 1'], indexOnly],
    ['renewUploadClaim', ['Guard 1'], indexOnly],
    ['releaseUploadClaim', ['Guard 1'], indexOnly],
  ],
  'object-references.ts': [
    ['listReferencedInputs', ['Guard 1'], moreRows],
    ['listReferencedInputs', ['ConditionalExpression 2', 'ArrayDeclaration 1'], noKey],
    ['listReferencedResults', ['ArrayDeclaration 2'], noKey],
  ],
  'uploads/unused-uploads.ts': [
    ['listMissingUploads', ['ConditionalExpression 2'], emptyList],
    [
      'listMissingUploads',
      ['Guard 1'],
      'only the ids that were asked about are looked up in it; it runs after a lost COMMIT alone, and then reads more rows',
    ],
    ['findOldestTaskWithInput', ['OptionalChaining 1'], 'a minimum over no rows is one row, with null'],
  ],
  'uploads/kept-uploads.ts': [
    ['lockKeptUploads', ['ConditionalExpression 2'], optimisation],
    ['lockKeptUploads', ['ConditionalExpression 4', 'CallExpression 1'], secondGuard],
    ['countKeptUpload', ['ConditionalExpression 2'], optimisation],
  ],
  'database/uploads/uploads.ts': [
    ['findUploadNow', ['ConditionalExpression 2'], oddIdsOnMysql],
    [
      'isUploadPending',
      ['ConditionalExpression 2'],
      'only a key that we signed gets here, and no upload has the id that is left of another place’s',
    ],
    ['expireUploads', ['ConditionalExpression 2'], emptyList],
    ['expireUploads', ['Guard 4'], 'the rows are locked since they were read'],
  ],
  'claimed-upload.ts': [['createClaim', ['ConditionalExpression 6'], optimisation]],
  'complete-upload.ts': [
    ['completeUpload', ['EqualityOperator 4'], toTheMillisecond],
    ['verifyAndWrite', ['ConditionalExpression 17'], optimisation],
  ],
  'use-cases/sweeps/unused-uploads.ts': [
    ['deleteUploadsOfAccount', ['ArrayDeclaration 2'], setBeforeRead],
    [
      'deleteUploadsOfAccount',
      ['EqualityOperator 1'],
      'the clock runs, so no test meets the very millisecond',
    ],
    [
      'deleteBatch',
      ['ArrayDeclaration 1'],
      'only a rerun reads it, and the run before that has overwritten it or committed nothing',
    ],
  ],
}
