export type * from './types.js'
export { type UseAccount, useAccount } from './use-account.js'
export { type UseGenerationOptions, useGeneration, useTask } from './use-generation.js'
export { type UploadView, type UseUpload, useUpload } from './use-upload.js'
