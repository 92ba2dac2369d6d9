import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFolders, differingFiles, markFolders, type Outputs, publish, writeFiles } from './staging.ts'

const outputs: Outputs = {
  openapi: 'openapi/generated',
  server: 'server/contract/src/generated',
  types: 'sdk/src/generated',
  examples: 'sdk/src/testing/generated',
}

let folder: string
let staging: string
let repository: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staging-'))
  staging = join(folder, 'staging')
  repository = join(folder, 'repository')
  for (const name of ['openapi', 'server/contract/src', 'sdk/src', 'sdk/src/testing'])
    await writeFiles(staging, { [`${name}/generated/same.ts`]: 'same' })
  await publish(staging, repository, outputs)
})
afterEach(() => rm(folder, { recursive: true }))

describe('the check of generated files', () => {
  test('has nothing to say when they are as they would be made', async () => {
    expect(await differingFiles(staging, repository, outputs)).toEqual([])
  })

  test('names each file that was changed, is missing or was left behind', async () => {
    await writeFiles(repository, {
      'server/contract/src/generated/same.ts': 'edited by hand',
      'sdk/src/generated/old.ts': '',
    })
    await rm(join(repository, 'openapi/generated/same.ts'))
    expect(await differingFiles(staging, repository, outputs)).toEqual([
      'openapi/generated/same.ts is missing',
      'server/contract/src/generated/same.ts is out of date',
      'sdk/src/generated/old.ts is not generated any more',
    ])
  })

  test('is content again after publishing, and files of others are left alone', async () => {
    await writeFiles(repository, { 'sdk/src/generated/old.ts': '', 'sdk/src/client.ts': 'ours' })
    await publish(staging, repository, outputs)
    expect(await differingFiles(staging, repository, outputs)).toEqual([])
    expect(await readFile(join(repository, 'sdk/src/client.ts'), 'utf8')).toBe('ours')
  })
})

describe('folders of another project', () => {
  test('are replaced only if the generator filled them', async () => {
    await expect(checkFolders(repository, outputs)).rejects.toThrow(/has files that were not generated/)
    await markFolders(staging, outputs)
    await publish(staging, repository, outputs)
    await expect(checkFolders(repository, outputs)).resolves.toBeUndefined()
  })
})
