export type { OperationId } from '../generated/operations.js'
export { createProxy, type ProxyHandler } from './create-proxy.js'
export { type Authorization, type Caller, type ProxyOptions, pageOperations } from './options.js'
export { type NodeRequest, type NodeResponse, toNodeHandler } from './to-node-handler.js'
