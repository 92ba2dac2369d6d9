// What a bundler makes of this must not have the client in it.
export { RateLimitError } from '@mediagen/sdk'
