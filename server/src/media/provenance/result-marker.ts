import type { Clock } from '../../core/domain/clock.ts'
import type { Logger } from '../../core/ports/logger.ts'
import type { Mark, Provenance, ResultMarker } from '../../core/ports/result-marker.ts'
import { type ImageDecoder, UndecodableError } from '../image-decoder.ts'
import type { ImageJobs } from '../image-jobs.ts'
import type { ContentSigner } from './content-signer.ts'
import { markImage } from './mark-image.ts'
import { markMp4Bytes, markMp4File } from './mp4-file.ts'
import { xmpPacket } from './xmp-packet.ts'

export interface ResultMarkerOptions {
  readonly clock: Clock
  /** The name and version of this service. */
  readonly creatorTool: string
  /** Marks the files of images, which engines fill. */
  readonly decoder: Pick<ImageDecoder, 'run'>
  /** Absent: marks are not signed. */
  readonly signer?: ContentSigner
  readonly logger: Logger
}

/**
 * Writes an XMP packet into the container of PNG, JPEG, WebP and MP4, and signs the file where there is a
 * signer. If that fails, the result keeps its packet, and the log says why.
 */
export function createResultMarker({
  clock,
  creatorTool,
  decoder,
  signer,
  logger,
}: ResultMarkerOptions): ResultMarker {
  const packetOf = (provenance: Provenance) =>
    xmpPacket({ ...provenance, createdAtMs: clock.nowMs(), creatorTool })

  async function signed<Media>(
    unsigned: Media,
    taskId: string,
    sign: (signer: ContentSigner) => Promise<Media>,
  ): Promise<Media & { readonly mark: Mark }> {
    if (signer === undefined) return { ...unsigned, mark: 'xmp' }
    try {
      return { ...(await sign(signer)), mark: 'signed' }
    } catch (error) {
      logger.error({ taskId, err: error }, 'a result could not be signed; it is stored with its mark alone')
      return { ...unsigned, mark: 'xmp' }
    }
  }

  async function markImageFile(
    given: ImageJobs['mark']['given'],
    signal: AbortSignal,
    accountId?: string,
  ): Promise<{ path: string } | undefined> {
    try {
      return await decoder.run('mark', given, signal, accountId)
    } catch (error) {
      if (error instanceof UndecodableError) return undefined
      throw error
    }
  }

  const markBytes: ResultMarker['markBytes'] = async ({ contentType, bytes }, provenance) => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const packet = packetOf(provenance)
    const marked =
      contentType === 'video/mp4' ? markMp4Bytes(file, packet) : markImage(contentType, file, packet)
    if (marked === undefined) return { mark: 'none', bytes }
    return signed({ bytes: marked }, provenance.taskId, (by) =>
      signBytes(by, marked, contentType, provenance),
    )
  }

  return {
    markBytes,
    async markFile({ contentType, path }, provenance, signal, accountId) {
      const marked =
        contentType === 'video/mp4'
          ? await markVideo(path, packetOf(provenance))
          : await markImageFile({ contentType, path, xmp: packetOf(provenance) }, signal, accountId)
      if (marked === undefined) return { mark: 'none', path }
      return signed(marked, provenance.taskId, (by) => signFile(by, marked.path, contentType, provenance))
    },
  }
}

async function signBytes(
  signer: ContentSigner,
  buffer: Buffer,
  mimeType: string,
  { sourceType }: Provenance,
): Promise<{ bytes: Uint8Array }> {
  const target: { buffer: Buffer | null } = { buffer: null }
  await signer.sign({ buffer, mimeType }, target, sourceType)
  if (target.buffer === null) throw new Error('The signed file is empty.')
  return { bytes: target.buffer }
}

async function signFile(
  signer: ContentSigner,
  path: string,
  mimeType: string,
  { sourceType }: Provenance,
): Promise<{ path: string }> {
  const target = `${path}-signed`
  await signer.sign({ path, mimeType }, { path: target, mimeType }, sourceType)
  return { path: target }
}

async function markVideo(path: string, xmp: Buffer): Promise<{ path: string } | undefined> {
  return (await markMp4File(path, xmp)) ? { path } : undefined
}
