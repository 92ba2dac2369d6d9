// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

export * from '../../hooks/context.js'
