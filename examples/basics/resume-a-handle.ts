// Saves a handle between two processes: run it once to submit, and again to get the result.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { Mediagen, type SavedGeneration } from '@mediagen/sdk'

const client = new Mediagen()
const file = 'generation.json'
const text = await readFile(file, 'utf8').catch(() => undefined)

if (text === undefined) {
  const generation = await client.images.generate({ prompt: 'a mill by a stream' })
  await writeFile(file, JSON.stringify(generation))
  console.log('Submitted; run this again for the result')
} else {
  const saved: SavedGeneration = JSON.parse(text)
  const generation = client.tasks.resume(saved)
  const result = await generation.wait()
  const { amount, currency } = await generation.cost()
  console.log(`Saved ${await result.saveTo('mill.png')} for ${amount} ${currency}`)
  await rm(file)
}
