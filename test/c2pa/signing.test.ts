import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImageDecoder } from '../../server/src/media/image-decoder.ts'
import { createMediaFinisher } from '../../server/src/media/media-finisher.ts'
import { createContentSigner } from '../../server/src/media/provenance/content-signer.ts'
import { createResultMarker } from '../../server/src/media/provenance/result-marker.ts'
import { createStudioVideoTool } from '../../server/src/media/studio-video-tool.ts'
import { writeTestVideo } from '../../server/src/media/support/test-videos.ts'
import { readVideo } from '../../server/studio/src/video/support/read-video.ts'
import { findC2paPackage } from './support/c2pa-package.ts'
import { keyKinds, makeCredentials } from './support/certificates.ts'

const found = await findC2paPackage()
const kinds = ['image/png', 'image/jpeg', 'image/webp', 'video/mp4'] as const
const provenance = { taskId: '0m3xtask', sourceType: 'trainedAlgorithmicMedia' } as const
const tool = createStudioVideoTool()
const decoder = createImageDecoder({})
afterAll(() => decoder.close())
const never = new AbortController().signal
const videoAsked = { surface: 'video', widthPx: 64, heightPx: 48, durationSeconds: 2 } as const

describe.skipIf(found === undefined)('results signed with the certificate of the operator', () => {
  if (found === undefined) return
  const c2pa = found
  const files = new Map<string, Buffer>()
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mediagen-c2pa-'))
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#357' } })
    for (const format of ['png', 'jpeg', 'webp'] as const)
      files.set(`image/${format}`, await picture.clone().toFormat(format).toBuffer())
    const path = join(folder, 'video')
    const size = { widthPx: 64, heightPx: 48, framesPerSecond: 10, frames: 20 }
    await writeTestVideo(path, { ...size, container: 'mp4', codec: 'h264', sound: 'aac' })
    const video = await createMediaFinisher({ videos: [tool] }).finish({ path, folder }, videoAsked, never)
    if (video.kind !== 'finished') throw new Error(video.message)
    files.set('video/mp4', await readFile(video.media.path))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  function makeMarker(kind: keyof typeof keyKinds = 'P-256', log: unknown[] = []) {
    const fault = (details: unknown) => void log.push(details)
    const logger = { debug: fault, info: fault, warn: fault, error: fault }
    const credentials = makeCredentials(folder, kind)
    const signer = createContentSigner({ c2pa, ...credentials, name: 'mediagen', version: '1.0.0' })
    const clock = { nowMs: () => Date.UTC(2026, 10, 24) }
    return createResultMarker({ clock, creatorTool: 'mediagen 1.0.0', decoder, signer, logger })
  }

  async function credentialsOf(buffer: Buffer, mimeType: string) {
    const store = (await c2pa.Reader.fromAsset({ buffer, mimeType }))?.json()
    if (store === undefined) throw new Error('The file carries no content credentials.')
    const { validation_state: state, validation_status: faults = [], active_manifest, manifests } = store
    return { state, faults: faults.map(({ code }) => code), manifest: manifests[active_manifest] }
  }

  async function contentsOf(bytes: Buffer, contentType: string) {
    if (contentType !== 'video/mp4') return sharp(bytes).raw().toBuffer()
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    return (await readVideo(bytes)).frames
  }

  const fileOf = (contentType: string) => files.get(contentType) ?? Buffer.of()

  test.each(kinds)(
    '%s: the reader finds the signature valid, and pictures and mark are as before',
    async (contentType) => {
      const path = join(folder, 'made')
      await writeFile(path, fileOf(contentType))
      const marker = makeMarker()
      const stored = await marker.markFile({ contentType, path }, provenance, never)
      const inMemory = await marker.markBytes({ contentType, bytes: fileOf(contentType) }, provenance)
      expect([stored.mark, inMemory.mark]).toEqual(['signed', 'signed'])
      for (const bytes of [await readFile(stored.path), Buffer.from(inMemory.bytes)]) {
        expect(await credentialsOf(bytes, contentType)).toMatchObject({
          state: 'Valid',
          // Nobody trusts the authority of this test; nothing else is wrong.
          faults: ['signingCredential.untrusted'],
          manifest: {
            claim_generator_info: [{ name: 'mediagen', version: '1.0.0' }],
            assertions: expect.arrayContaining([
              expect.objectContaining({
                label: 'c2pa.actions.v2',
                data: {
                  actions: [
                    {
                      action: 'c2pa.created',
                      digitalSourceType:
                        'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
                    },
                  ],
                },
              }),
            ]),
          },
        })
        expect(bytes.includes('dc:identifier="0m3xtask"')).toBe(true)
        expect(await contentsOf(bytes, contentType)).toEqual(
          await contentsOf(fileOf(contentType), contentType),
        )
      }
    },
  )

  test.each(Object.keys(keyKinds) as (keyof typeof keyKinds)[])('a key of %s signs', async (kind) => {
    const bytes = fileOf('image/png')
    const signed = await makeMarker(kind).markBytes({ contentType: 'image/png', bytes }, provenance)
    const { state, faults } = await credentialsOf(Buffer.from(signed.bytes), 'image/png')
    expect({ state, faults }).toEqual({ state: 'Valid', faults: ['signingCredential.untrusted'] })
  })

  test.each(kinds)(
    '%s: what a vendor has signed is stored as it came, and stays valid',
    async (contentType) => {
      const vendor = await makeMarker('Ed25519').markBytes(
        { contentType, bytes: fileOf(contentType) },
        provenance,
      )
      // The mark is text besides the manifest, which a vendor's file must not have to be kept.
      const path = join(folder, 'of-vendor')
      await writeFile(path, vendor.bytes)
      const finisher = createMediaFinisher({ videos: [tool] })
      const asked =
        contentType === 'video/mp4' ? videoAsked : ({ surface: 'image', widthPx: 64, heightPx: 48 } as const)
      const marked = await finisher.finish({ path, folder }, asked, never)
      expect(marked).toMatchObject({ kind: 'finished', media: { manifest: 'lost' } })
      await createContentSigner({
        c2pa,
        ...makeCredentials(folder, 'P-256'),
        name: 'vendor',
        version: '1',
      }).sign(
        { buffer: fileOf(contentType), mimeType: contentType },
        { path, mimeType: contentType },
        'trainedAlgorithmicMedia',
      )
      const before = await readFile(path)
      const kept = await finisher.finish({ path, folder }, asked, never)
      expect(kept).toMatchObject({ kind: 'finished', media: { path, manifest: 'kept' } })
      expect((await readFile(path)).equals(before)).toBe(true)
      expect((await credentialsOf(before, contentType)).state).toBe('Valid')
    },
  )

  test('a file that cannot be signed is stored with its mark, and the log says why', async () => {
    const log: unknown[] = []
    const logger = { debug() {}, info() {}, warn() {}, error: (details: unknown) => void log.push(details) }
    const signer = { sign: () => Promise.reject(new Error('The key store is away.')) }
    const clock = { nowMs: () => 0 }
    const marker = createResultMarker({ clock, creatorTool: 'mediagen 1.0.0', decoder, signer, logger })
    const marked = await marker.markBytes(
      { contentType: 'image/png', bytes: fileOf('image/png') },
      provenance,
    )
    expect(marked.mark).toBe('xmp')
    expect(log).toEqual([{ taskId: '0m3xtask', err: new Error('The key store is away.') }])
  })

  test('a key that is not the certificate’s is refused before anything is signed', () => {
    const { certificates } = makeCredentials(folder, 'P-256')
    const { privateKey } = makeCredentials(folder, 'P-256')
    const options = { c2pa, certificates, privateKey, name: 'mediagen', version: '1.0.0' }
    expect(() => createContentSigner(options)).toThrow('the private key is not that of the certificate')
  })
})
