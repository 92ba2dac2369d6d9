// An image from your own image: an effect sets the look, a prompt adds to it.
import { fromPath, Mediagen } from '@mediagen/sdk'

const [, , path] = process.argv
const photo = fromPath(path ?? new URL('photo.jpg', import.meta.url))
const client = new Mediagen()

// The call validates, uploads and verifies the file.
const generation = await client.images.transform({
  file: photo,
  effectId: 'watercolour',
  prompt: 'warm evening light',
})
const result = await generation.wait()

console.log(`Saved ${await result.saveTo('watercolour.jpg')}`)
