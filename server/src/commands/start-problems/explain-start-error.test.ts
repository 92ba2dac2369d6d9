import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { CommitAmbiguousError, DatabaseUnavailableError } from '../../database/database-unavailable-error.ts'
import { explainStartError } from './explain-start-error.ts'

const config = readConfig({ DATA_DIR: '/srv/data' }, '/srv')

/** An error as node:sqlite throws it, by SQLite's result code. */
const sqliteError = (errcode: number) =>
  Object.assign(new Error('from SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })

const full = sqliteError(13)
const writeError = Object.assign(new Error('ENOSPC: no space left on device, write'), {
  code: 'ENOSPC',
  syscall: 'write',
})

test.each([
  ['of a statement', full],
  ['whose retries are used up', new DatabaseUnavailableError(full)],
  ['of a commit that may have succeeded', new CommitAmbiguousError(new DatabaseUnavailableError(full))],
  ['of a file that Node does not name', writeError],
])('a full disk is explained as such: an error %s', (_what, error) => {
  const message = explainStartError(error, config)?.message
  expect(message).toContain('"DATA_DIR" is /srv/data')
  expect(message).toContain('because the disk is full: free some space')
})

test('only a lock is explained as a program that keeps the database locked', () => {
  const explained = (errcode: number) =>
    explainStartError(new DatabaseUnavailableError(sqliteError(errcode)), config)?.message
  for (const errcode of [5, 6, 261]) expect(explained(errcode)).toContain('keeps locked: end that program')
  expect(explained(10)).toContain('the disk cannot be read or written')
})
