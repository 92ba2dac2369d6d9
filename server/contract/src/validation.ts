// Copied from the runtime of @mediagen/codegen. Do not edit: the next generation replaces it.
export {
  type BrokenRule,
  type RequestValidators,
  requestValidators,
  type Validator,
} from './generated/validators.js'
export { violationsOf } from './validation/violations.js'
