import { access } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createTestDatabase, dropTestDatabases, testDatabaseUrl } from './test-database.ts'

const fileOf = (url: string) => url.replace(/^sqlite:/, '')

test('a test file has one database of its own, however often it asks', async () => {
  expect(await testDatabaseUrl()).toBe(await testDatabaseUrl())
  expect((await createTestDatabase()).url).not.toBe(await testDatabaseUrl())
})

test('every database of a file is gone after it is dropped, and dropping again does nothing', async () => {
  const database = await createTestDatabase()
  new DatabaseSync(fileOf(database.url)).close()
  await expect(access(fileOf(database.url))).resolves.toBeUndefined()
  await dropTestDatabases()
  await expect(access(fileOf(database.url))).rejects.toThrow('ENOENT')
  await expect(database.drop()).resolves.toBeUndefined()
})
