// A video from your own image, animated by one of the service's effects.
import { fromPath, Mediagen } from '@mediagen/sdk'

const [, , path] = process.argv
const photo = fromPath(path ?? new URL('photo.jpg', import.meta.url))
const client = new Mediagen()

const effects = await client.effects({ surface: 'video' })
console.log(`Effects: ${effects.map(({ id }) => id).join(', ')}`)

const generation = await client.videos.transform({ file: photo, effectId: 'push-in', durationSeconds: 5 })
const result = await generation.wait()

console.log(`Saved ${await result.saveTo('push-in.mp4')}`)
