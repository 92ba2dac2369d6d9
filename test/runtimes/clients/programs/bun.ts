// Images on Bun, in commands that are processes of their own.
//   bun bun.ts make FILE PROMPT     makes an image and saves it
//   bun bun.ts order KEY PROMPT     orders one, once however often it runs with this key
//   bun bun.ts result FILE          waits for what was ordered last, and saves it
//   bun bun.ts list                 lists all tasks with their prices
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()
const [command, name, prompt] = Bun.argv.slice(2)

if (command === 'make') {
  const generation = await client.images.generate({ prompt })
  await (await generation.wait()).saveTo(name)
  console.log(generation.id)
} else if (command === 'order') {
  const generation = await client.images.generate({ prompt }, { idempotencyKey: name })
  await Bun.write('order.json', JSON.stringify(generation))
  console.log(generation.id)
} else if (command === 'result') {
  const order = client.tasks.resume(await Bun.file('order.json').json())
  await (await order.wait()).saveTo(name)
} else {
  for await (const { id, cost } of client.tasks.list()) console.log(id, cost?.amount)
}
