export type { OperationId } from '../generated/operations.js'
export { createProxy, type ProxyHandler } from './create-proxy.js'
export { type Authorization, type Caller, type ProxyOptions, pageOperations, type Share } from './options.js'
export { type NodeRequest, type NodeResponse, type NodeSocket, toNodeHandler } from './to-node-handler.js'
