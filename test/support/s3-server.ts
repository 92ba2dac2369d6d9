import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { S3Source } from './s3-source.ts'
import type { S3Server } from './swift/main.ts'

/** An S3 server of the tests' own, or one that was given. */
export interface RunningS3 {
  /** What tests need to reach it; plain data, so that it can be handed to the tests' processes. */
  readonly access: S3Access
  /** Stops the server and removes its data; resolves when both are gone. Leaves a given server alone. */
  stop(): Promise<void>
}

export interface S3Access {
  /** Amazon's own when undefined. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly forcePathStyle: boolean
  /** Buckets of the tests begin with this. */
  readonly bucketPrefix: string
  /** Of the tests' own server; a given one's are where the AWS SDK finds them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** Buckets of the tests' own server are also at `BUCKET.VIRTUALHOST`. */
  readonly virtualHost: string | undefined
}

const program = fileURLToPath(new URL('./swift/main.ts', import.meta.url))

/**
 * Starts an S3 server that lives no longer than this process, however this process ends. Rejects with the
 * server's own last words when it does not come up.
 */
export async function startS3(source: S3Source): Promise<RunningS3> {
  if (source.kind === 'given') {
    const { bucket: bucketPrefix, endpoint, region, forcePathStyle } = source.settings
    const access = { bucketPrefix, endpoint, region, forcePathStyle }
    return { access: { ...access, credentials: undefined, virtualHost: undefined }, stop: async () => {} }
  }
  // The program watches its standard input, which ends with this process: a crash here leaves no server
  // behind.
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const ended = once(child, 'close')
  const firstLine = once(createInterface({ input: child.stdout }), 'line')
  const line = await Promise.race([firstLine.then(String), ended.then(() => undefined)])
  if (line === undefined) throw new Error(`S3 for the tests did not start:\n${complaint.trim()}`)
  const { endpoint, region, virtualHost, ...credentials }: S3Server = JSON.parse(line)
  return {
    access: { endpoint, region, forcePathStyle: true, bucketPrefix: 'mediagen', credentials, virtualHost },
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
