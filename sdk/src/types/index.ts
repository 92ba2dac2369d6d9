// Base types of the contract and of calls, which every folder may import.
export type * from './api-types.js'
export type * from './batches.js'
export type * from './generations.js'
export type * from './history.js'
export type * from './pricing.js'
export type * from './results.js'
export type * from './uploads.js'
