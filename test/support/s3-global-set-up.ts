import type { TestProject } from 'vitest/node'
import { type S3Access, startS3 } from './s3-server.ts'
import { findS3Source } from './s3-source.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the project's global set-up started; present in the project s3. */
    s3?: S3Access
  }
}

/**
 * Starts one S3 server for a project's whole run and tells the tests of it; the returned function stops it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const source = findS3Source()
  if (source === undefined) throw new Error('no S3 server on this machine: see test/support/s3-source.ts')
  const s3 = await startS3(source)
  project.provide('s3', s3.access)
  return () => s3.stop()
}
