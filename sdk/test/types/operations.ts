// Not run: tsc demands a method for every operation of the contract.
import type { OperationId } from '../../src/generated/operations.js'
import type { Mediagen } from '../../src/index.js'

type Method = (...values: never[]) => Promise<unknown>

/** The method that an operation has in the SDK, named after it. */
export const methodOf = {
  getAccount: (client) => client.account,
  getUsage: (client) => client.usage,
  getPricing: (client) => client.pricing,
  listEffects: (client) => client.effects,
  listExamples: (client) => client.examples,
  generateImage: (client) => client.images.generate,
  transformImage: (client) => client.images.transform,
  generateVideo: (client) => client.videos.generate,
  transformVideo: (client) => client.videos.transform,
  listTasks: (client) => client.tasks.list,
  getTask: (client) => client.tasks.get,
  cancelTask: (client) => client.tasks.cancel,
  deleteResult: (client) => client.tasks.deleteResult,
  createUpload: (client) => client.uploads.create,
  completeUpload: (client) => client.uploads.complete,
  getUpload: (client) => client.uploads.get,
  deleteUpload: (client) => client.uploads.delete,
} satisfies Record<OperationId, (client: Mediagen) => Method>
