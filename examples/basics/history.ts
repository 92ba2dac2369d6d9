// What was ordered and what it cost: this month by day, and the newest tasks with their prices.
import { Mediagen } from '@mediagen/sdk'

const client = new Mediagen()

// #region usage
const { charged, currency, days } = await client.usage()
for (const { date, product, succeeded, failed, cancelled, charged } of days) {
  console.log(
    `${date} ${product}: ${succeeded} succeeded, ${failed + cancelled} refunded, ${charged} ${currency}`,
  )
}
console.log(`${charged} ${currency} this month`)
// #endregion usage

// #region list
let shown = 0
for await (const { id, type, status, cost } of client.tasks.list({ status: ['SUCCEEDED', 'FAILED'] })) {
  console.log(`${id} ${type} ${status} ${cost?.amount} ${cost?.currency} ${cost?.state}`)
  if (++shown === 10) break
}
// #endregion list
