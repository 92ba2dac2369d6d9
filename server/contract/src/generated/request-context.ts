// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

export { contextOf, type Principal, type RequestContext } from '../../hooks/context.js'
