// Everything that a call needs and constructing a client does not: bundlers make one chunk of it, which is
// loaded with the first call. Several chunks would be larger in total, and be loaded one after the other.
export { apiErrorFrom, sendJson } from './core/send-json.js'
export { estimate, readCost } from './generations/estimate.js'
export { submitGeneration } from './generations/submit-generation.js'
export { followTask, waitForTask } from './generations/wait-for-task.js'
export { uploadFile } from './uploads/upload-file.js'
