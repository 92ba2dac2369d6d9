// Copied by `npm run generate` from the runtime of the generator. Do not edit: change that instead.
export {
  type BrokenRule,
  type RequestValidators,
  requestValidators,
  type Validator,
} from './generated/validators.js'
export { violationsOf } from './validation/violations.js'
