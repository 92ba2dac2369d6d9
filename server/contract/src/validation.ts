// Copied by `npm run generate` from the runtime or a module of the config file. Do not edit: change that instead.
export {
  type BrokenRule,
  type RequestValidators,
  requestValidators,
  type Validator,
} from './generated/validators.js'
export { violationsOf } from './validation/violations.js'
