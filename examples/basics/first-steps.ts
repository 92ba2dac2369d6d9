import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen({ baseUrl: process.env.MEDIAGEN_BASE_URL, apiKey: process.env.MEDIAGEN_API_KEY })

const picture = await client.images.generate({ prompt: 'a lighthouse at sunset', aspectRatio: '3:2' })
const path = await (await picture.wait()).saveTo('lighthouse.png')

const film = await client.videos.transform({ file: path, effectId: 'push-in', durationSeconds: 5 })
await (await film.wait()).saveTo('lighthouse.mp4')

console.log(`${(await client.account()).balance} USD left`)
