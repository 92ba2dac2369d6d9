import { deprecationIsExplained } from './deprecation-rules.mjs'
import { errorExampleFitsItsStatus } from './example-rules.mjs'
import { limitIsComplete } from './limit-rules.mjs'
import { numbersAgree } from './number-rules.mjs'
import { operationDeclaresItsRefusals, operationSucceedsWith200 } from './operation-rules.mjs'
import { schemaIsDescribed } from './schema-rules.mjs'

/** The rules of this contract that Redocly does not bring along. redocly.yaml says which are errors. */
export default function mediagenPlugin() {
  return {
    id: 'mediagen',
    rules: {
      oas3: {
        'operation-declares-its-refusals': operationDeclaresItsRefusals,
        'operation-succeeds-with-200': operationSucceedsWith200,
        'error-example-fits-its-status': errorExampleFitsItsStatus,
        'schema-is-described': schemaIsDescribed,
        'limit-is-complete': limitIsComplete,
        'numbers-agree': numbersAgree,
        'deprecation-is-explained': deprecationIsExplained,
      },
    },
  }
}
