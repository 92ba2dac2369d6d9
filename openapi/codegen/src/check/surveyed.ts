import type { Contract } from '../read/contract.ts'
import type { ReportFault } from '../read/faults.ts'
import type { SchemaSurvey } from './survey-schemas.ts'

/** What the parts of a survey share about one operation. */
export interface Surveyed {
  readonly contract: Contract
  readonly fault: ReportFault
  readonly notice: ReportFault
  readonly schemas: SchemaSurvey
}
