// Your balance, the prices, the effects and the gallery.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()

const { balance, currency } = await client.account()
console.log(`${balance} ${currency} available`)

for (const { product, unit, tiers } of (await client.pricing()).products) {
  console.log(
    `${product}: ${tiers.map(({ tier, unitPrice }) => `${tier} ${unitPrice}`).join(', ')} per ${unit}`,
  )
}
// #region effects
for (const { id, surface, description } of await client.effects()) {
  console.log(`${surface} ${id}: ${description}`)
}
// #endregion effects

const shown = await client.examples({ surface: 'image' })
console.log(`${shown.length} examples in the gallery`)
