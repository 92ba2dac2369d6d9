// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
export {
  type BrokenRule,
  type RequestValidators,
  requestValidators,
  type Validator,
} from './generated/validators.js'
export { violationsOf } from './validation/violations.js'
