// A user's program: one image by the published SDK.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()
const generation = await client.images.generate({ prompt: 'a lighthouse in a storm' })
const result = await generation.wait()
await result.saveTo('by-sdk.png')
