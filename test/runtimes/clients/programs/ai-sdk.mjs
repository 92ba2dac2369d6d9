// Images and videos by Vercel's AI SDK, in commands that are processes of their own.
//   node ai-sdk.mjs make FILE PROMPT     makes an image and saves it
//   node ai-sdk.mjs order KEY PROMPT     orders a video, once however often it runs with this key
//   node ai-sdk.mjs result FILE          waits for what was ordered last, and saves it
//   node ai-sdk.mjs list                 lists all tasks with their prices
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { mediagen } from '@mediagen/ai-sdk'
import { Mediagen } from '@mediagen/sdk'
import {
  generateImage,
  experimental_getVideoStatus as getVideoStatus,
  experimental_startVideo as startVideo,
} from 'ai'

const [command, name, prompt] = process.argv.slice(2)
const model = mediagen.video('video.generate')

if (command === 'make') {
  const { image, providerMetadata } = await generateImage({ model: mediagen.image('image.generate'), prompt })
  await writeFile(name, image.uint8Array)
  console.log(providerMetadata.mediagen.images[0].taskId)
} else if (command === 'order') {
  const providerOptions = { mediagen: { idempotencyKey: name } }
  const { operation } = await startVideo({
    model,
    prompt,
    resolution: '854x480',
    duration: 4,
    providerOptions,
  })
  await writeFile('order.json', JSON.stringify(operation))
  console.log(operation.taskIds[0])
} else if (command === 'result') {
  const operation = JSON.parse(await readFile('order.json', 'utf8'))
  let result = await getVideoStatus(model, { operation })
  while (result.status === 'pending') {
    await setTimeout(500)
    result = await getVideoStatus(model, { operation })
  }
  await writeFile(name, result.videos[0].data)
} else {
  for await (const { id, cost } of new Mediagen().tasks.list()) console.log(id, cost?.amount)
}
