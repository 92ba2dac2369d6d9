import { fromPath, Mediagen } from '@mediagen/sdk'

const client = new Mediagen({ baseUrl: process.env.MEDIAGEN_BASE_URL, apiKey: process.env.MEDIAGEN_API_KEY })

const image = await client.images.generate({ prompt: 'a lighthouse at sunset', aspectRatio: '3:2' })
const path = await (await image.wait()).saveTo('lighthouse.png')

const video = await client.videos.transform({ file: fromPath(path), effectId: 'push-in', durationSeconds: 5 })
await (await video.wait()).saveTo('lighthouse.mp4')

console.log(`${(await client.account()).balance} USD left`)
