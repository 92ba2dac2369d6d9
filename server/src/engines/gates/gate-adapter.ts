/** What the wiring of gates needs, in one module that it loads on demand. */
export { createGate } from './gate.ts'
export { faultOfGate } from './gate-fault.ts'
export { gateOptionsSchema, parsedGateOptions } from './gate-schema.ts'
