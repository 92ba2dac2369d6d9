/** The contract and the address of the service, which orval writes into its client. */
const { CONTRACT: target, BASE_URL: baseUrl } = process.env

export default {
  mediagen: { input: { target }, output: { target: 'out/orval/api.ts', client: 'fetch', baseUrl } },
}
