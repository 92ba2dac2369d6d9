import { runOption } from '../../support/run-option.ts'

/** Whether `npm run hostile -- --full` asks for what takes minutes as well. */
export const isFull = runOption('full') !== undefined
