// A backend team's program: one operation of the contract, by the published package and Express.
import { createContractApp } from '@mediagen/contract'

const uploads = {
  createUpload: async () => {
    const id = 'upload1'
    const expiresAt = new Date(Date.now() + 900_000).toISOString()
    return { id, uploadUrl: `http://127.0.0.1/files/${id}`, method: 'PUT', expiresAt }
  },
}
const authenticate = { ApiKey: async (apiKey) => ({ accountId: apiKey }) }
const server = createContractApp({ uploads }, { authenticate }).listen(0, '127.0.0.1', () =>
  console.log(`Listening on http://127.0.0.1:${server.address().port} `),
)
