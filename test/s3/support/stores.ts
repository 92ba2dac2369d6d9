import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { vi } from 'vitest'
import type { ObjectStore } from '../../../server/src/core/ports/object-store.ts'
import { listen } from '../../../server/src/http/connection/listen.ts'
import { signedLinks } from '../../../server/src/http/objects/signed-links.ts'
import { createFolderObjectStore } from '../../../server/src/storage/folder-store/folder-object-store.ts'
import { createS3ObjectStore } from '../../../server/src/storage/s3-store/s3-object-store.ts'
import { findFreePort } from '../../support/free-port.ts'
import { createTestBucket } from '../../support/s3-bucket.ts'

/** One of the two kinds of object store, empty, with its links served. */
export interface OpenStore {
  readonly store: ObjectStore
  close(): Promise<void>
}

/** Both kinds, for tests of what every caller may rely on. */
export const storeKinds: readonly { readonly kind: string; readonly open: () => Promise<OpenStore> }[] = [
  { kind: 'the folder', open: openFolderStore },
  { kind: 'S3', open: openS3Store },
]

async function openFolderStore(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-objects-'))
  const secret = 'a secret of the tests, long enough for the rule'
  const nowMs = () => Date.now()
  const address = { host: '127.0.0.1', port: await findFreePort() }
  const publicUrl = `http://${address.host}:${address.port}`
  const store = createFolderObjectStore({ folder, publicUrl, secret, nowMs })
  const server = await listen(
    express().use('/objects', signedLinks(store, { expectsBytes: async () => true })),
    address,
  )
  return {
    store,
    async close() {
      await server.close({ graceMs: 0 })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openS3Store(): Promise<OpenStore> {
  const bucket = await createTestBucket()
  const store = createS3ObjectStore(bucket.settings)
  return {
    store,
    async close() {
      store.close()
      await bucket.remove()
    },
  }
}

/** Does what it is given as if it were done so long ago; only the clock is moved, timers run on. */
export async function doneEarlier<Result>(agoMs: number, action: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - agoMs })
  try {
    return await action()
  } finally {
    vi.useRealTimers()
  }
}
