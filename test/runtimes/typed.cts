// Not run: what `require` finds has types, too.
import sdk = require('@mediagen/sdk')
import testing = require('@mediagen/sdk/testing')

const { baseUrl } = testing.createMockService()
const client = new sdk.Mediagen({ apiKey: 'key', baseUrl })

export const balance: Promise<string> = client.account().then((account) => account.balance)
