// What a generation costs, before and after, and limits that are checked before anything is sent.
import { CostLimitError, Mediagen } from '@mediagen/sdk'

const client = new Mediagen()
const request = { prompt: 'a paper boat on a pond', resolution: '2k' } as const

const { amount, currency } = await client.estimate({ product: 'image.generate', ...request })
console.log(`${amount} ${currency} according to the price list`)

try {
  await client.images.generate(request, { maxCost: '0.001' })
} catch (error) {
  if (!(error instanceof CostLimitError)) throw error
  console.log(`more than ${error.maxCost} ${currency}; nothing was sent`)
}

// checkBalance also rejects the call if the balance does not cover the price.
const generation = await client.images.generate(request, { maxCost: amount, checkBalance: true })
await generation.wait()
const cost = await generation.cost()
console.log(`${cost.amount} ${cost.currency} ${cost.state}`)
