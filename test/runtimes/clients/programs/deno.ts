// Images on Deno, in commands that are processes of their own.
//   deno run --allow-all deno.ts make FILE PROMPT     makes an image and saves it
//   deno run --allow-all deno.ts order KEY PROMPT     orders one, once however often it runs with this key
//   deno run --allow-all deno.ts result FILE          waits for what was ordered last, and saves it
//   deno run --allow-all deno.ts list                 lists all tasks with their prices
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()
const [command, name, prompt] = Deno.args

if (command === 'make') {
  const generation = await client.images.generate({ prompt })
  await (await generation.wait()).saveTo(name)
  console.log(generation.id)
} else if (command === 'order') {
  const generation = await client.images.generate({ prompt }, { idempotencyKey: name })
  await Deno.writeTextFile('order.json', JSON.stringify(generation))
  console.log(generation.id)
} else if (command === 'result') {
  const order = client.tasks.resume(JSON.parse(await Deno.readTextFile('order.json')))
  await (await order.wait()).saveTo(name)
} else {
  for await (const { id, cost } of client.tasks.list()) console.log(id, cost?.amount)
}
