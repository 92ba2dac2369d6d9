import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
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
  await markFolders(staging, outputs)
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
    await writeFiles(staging, { 'sdk/src/generated/inner/old.ts': '' })
    await publishMarked()
    await rm(join(staging, 'sdk/src/generated/inner'), { recursive: true })
    await writeFiles(repository, { 'sdk/src/client.ts': 'ours' })
    await publishMarked()
    expect(await differingFiles(staging, repository, outputs)).toEqual([])
    expect(await readdir(join(repository, 'sdk/src/generated'))).toEqual(['GENERATED.txt', 'same.ts'])
    expect(await readFile(join(repository, 'sdk/src/client.ts'), 'utf8')).toBe('ours')
  })
})

test('a folder of which nothing is generated any more is gone', async () => {
  await rm(join(staging, 'sdk/src/testing'), { recursive: true })
  await publish(staging, repository, outputs)
  expect(await readdir(join(repository, 'sdk/src'))).toEqual(['generated'])
})

async function publishMarked(): Promise<void> {
  await markFolders(staging, outputs)
  await checkFolders(repository, outputs)
  await publish(staging, repository, outputs)
}

describe('folders of another project', () => {
  const generated = 'sdk/src/generated'

  test('are replaced only if the generator put every file there', async () => {
    await expect(checkFolders(repository, outputs)).resolves.toBeUndefined()
    await writeFiles(repository, { [`${generated}/mine.ts`]: 'mine' })
    await expect(checkFolders(repository, outputs)).rejects.toThrow(
      /generated has files that were not generated: mine\.ts;/,
    )
    await publish(staging, repository, outputs)
    expect(await readFile(join(repository, generated, 'mine.ts'), 'utf8')).toBe('mine')
  })

  test('are not replaced for any file called GENERATED.txt', async () => {
    await writeFiles(repository, {
      [`${generated}/GENERATED.txt`]: 'Made by another tool.\n../../client.ts\n',
    })
    await writeFiles(repository, { 'sdk/client.ts': 'ours' })
    await expect(checkFolders(repository, outputs)).rejects.toThrow(/not generated: same\.ts;/)
    await rm(join(repository, generated, 'same.ts'))
    await publishMarked()
    expect(await readFile(join(repository, 'sdk/client.ts'), 'utf8')).toBe('ours')
  })

  test('are not empty with nothing but a symbolic link', async () => {
    await rm(join(repository, generated), { recursive: true })
    await mkdir(join(repository, generated))
    await symlink('../client.ts', join(repository, generated, 'link.ts'))
    await expect(checkFolders(repository, outputs)).rejects.toThrow(/not generated: link\.ts;/)
  })

  test('are completed by the next run where one was killed half-way', async () => {
    await writeFiles(staging, { [`${generated}/blocked.ts`]: 'new', [`${generated}/late.ts`]: 'new' })
    await rm(join(staging, generated, 'same.ts'))
    await mkdir(join(repository, generated, 'blocked.ts'))
    await expect(publishMarked()).rejects.toThrow('EISDIR')
    await rm(join(repository, generated, 'blocked.ts'), { recursive: true })
    expect(await differingFiles(staging, repository, outputs)).not.toEqual([])
    await publishMarked()
    expect(await differingFiles(staging, repository, outputs)).toEqual([])
  })
})
