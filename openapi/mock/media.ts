import express, { type Router } from 'express'
import { sampleMp4, samplePng } from './sample-media.ts'

const png = { type: 'image/png', bytes: Buffer.from(samplePng, 'base64') }
const samples = {
  png,
  /** A thumbnail; browsers tell by its bytes what it is. */
  webp: png,
  mp4: { type: 'video/mp4', bytes: Buffer.from(sampleMp4, 'base64') },
}

/** The base of the links in examples that lead to the mock's own files. */
export const mediaBase = 'https://media.example.com'

/** The size in bytes of a content type's result. */
export const sampleSizes: ReadonlyMap<string, number> = new Map(
  Object.values(samples).map(({ type, bytes }) => [type, bytes.length]),
)

/**
 * The mock's object store: every result is the small image or video of the testing kit, every PUT is
 * accepted.
 */
export function mediaRouter(): Router {
  const router = express.Router()
  for (const [extension, { type, bytes }] of Object.entries(samples)) {
    router.get(`/results/:taskId/:index.${extension}`, (request, response) => {
      response.set({ 'accept-ranges': 'bytes', 'content-type': type })
      const ranges = request.range(bytes.length, { combine: true })
      if (ranges === -1) {
        response.status(416).set('content-range', `bytes */${bytes.length}`).end()
        return
      }
      const range = Array.isArray(ranges) ? ranges[0] : undefined
      if (range === undefined) {
        response.send(bytes)
        return
      }
      const { start, end } = range
      response.status(206).set('content-range', `bytes ${start}-${end}/${bytes.length}`)
      response.send(bytes.subarray(start, end + 1))
    })
  }
  router.put('/uploads/:assetId', (request, response) => {
    // Nothing is stored: the bytes are read, so that the client can send all of them.
    request.resume()
    request.once('end', () => response.status(200).end())
  })
  return router
}
