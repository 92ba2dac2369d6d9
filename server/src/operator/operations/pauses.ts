import { parseReason } from '../actions.ts'
import { viewPauseState } from '../views.ts'
import { optional, parseId, required } from './fields.ts'
import { operation } from './operation.ts'

const engine = required('<engine>', 'the name of the engine in the providers file', parseId)
const product = required('<product>', 'the product, such as image.generate', parseId)
const reasonHelp = 'why, for the audit table and for other operators'
const reason = required('--reason <text>', reasonHelp, parseReason)
const reasonToResume = optional('--reason <text>', 'why, for the audit table', parseReason)

/** What keeps work from an engine, or orders from a product, without a restart. */
export const pauseOperations = [
  operation({
    command: 'pause-engine',
    http: 'POST /engines/{engine}/pause',
    help: 'Gives an engine no new jobs until it is resumed; its running ones go on',
    input: { engine, reason },
    run: async (operator, { engine, reason }) =>
      viewPauseState(await operator.pause({ kind: 'engine', name: engine }, reason)),
  }),
  operation({
    command: 'resume-engine',
    http: 'POST /engines/{engine}/resume',
    help: 'Ends the pause of an engine',
    input: { engine, reason: reasonToResume },
    run: async (operator, { engine, reason }) =>
      viewPauseState(await operator.resume({ kind: 'engine', name: engine }, reason)),
  }),
  operation({
    command: 'pause-product',
    http: 'POST /products/{product}/pause',
    help: 'Refuses orders of a product with 503 until it is resumed; its waiting tasks wait, its running ones go on',
    input: { product, reason },
    run: async (operator, { product, reason }) =>
      viewPauseState(await operator.pause({ kind: 'product', name: product }, reason)),
  }),
  operation({
    command: 'resume-product',
    http: 'POST /products/{product}/resume',
    help: 'Ends the pause of a product',
    input: { product, reason: reasonToResume },
    run: async (operator, { product, reason }) =>
      viewPauseState(await operator.resume({ kind: 'product', name: product }, reason)),
  }),
] as const
