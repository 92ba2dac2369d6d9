export {
  type BrokenRule,
  type RequestValidators,
  requestValidators,
  type Validator,
} from './generated/validators.js'
export { violationsOf } from './validation/violations.js'
