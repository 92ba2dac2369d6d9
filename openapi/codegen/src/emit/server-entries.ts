import { quoted } from '../names.ts'
import type { Operation } from '../read/operations.ts'
import { isBuiltIn, type Settings } from '../settings.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { importPath } from './import-path.ts'

const errorsModule = `${runtimeModule}/errors`

/** `index.ts`: the app of the contract, and what its implementation needs. */
export function serverIndexFile(operations: readonly Operation[]): string {
  const isMultipart = takesMultipart(operations)
  return sourceFile([
    [
      `import { type AppOptions, contractServer } from '${runtimeModule}'`,
      ...(isMultipart ? [`import { parseMultipart } from '${runtimeModule}/multipart'`] : []),
      "import type { Apis } from './generated/apis.js'",
      "import { controllers } from './generated/controllers.js'",
      "import { facts } from './generated/facts.js'",
      "import type { OperationId } from './generated/operations.js'",
      "import { contextOf, type Principal, type RequestContext } from './generated/request-context.js'",
      "import { bodyShapes, namedShapes, parameterForms } from './generated/request-forms.js'",
      "import { RegisterRoutes } from './generated/routes.js'",
      "import type { BasicScheme, SchemeName, ScopedScheme } from './generated/security.js'",
      "import { requestValidators } from './generated/validators.js'",
    ].join('\n'),
    [
      `export type { Authenticate, BasicCredential, RateLimitResult, RequestEnd, RequestFailure } from '${runtimeModule}'`,
      "export * from './generated/apis.js'",
      "export * from './generated/errors.js'",
      "export * from './generated/models.js'",
    ].join('\n'),
    `/** The types of the contract. */
interface ContractTypes {
  readonly apis: Apis
  readonly operationId: OperationId
  readonly schemeName: SchemeName
  readonly scopedScheme: ScopedScheme
  readonly basicScheme: BasicScheme
  readonly principal: Principal
  readonly context: RequestContext
}`,
    `export type ContractAppOptions = AppOptions<ContractTypes>

/** The contract as an app, and as a part of one: implement the interfaces of some or all tags, and pass them on. */
export const { createContractApp, createContractRouter } = contractServer<ContractTypes>({
  ...facts,
  requests: { bodyShapes, namedShapes, parameterForms, requestValidators },
  loadResponseValidators: async () => (await import('./generated/response-checks.js')).responseValidators,${isMultipart ? '\n  parseMultipart,' : ''}
  contextOf,
  controllers,
  registerRoutes: RegisterRoutes,
})`,
  ])
}

function takesMultipart(operations: readonly Operation[]): boolean {
  return operations.some(({ body }) => body?.media.some(({ kind }) => kind === 'multipart') ?? false)
}

/** `facts.ts`: what the edge knows of the contract besides the rules of its requests. */
export function factsFile(
  { errorForm, requestIdHeader, int64 }: Settings,
  folder: string,
  basePath: string,
): string {
  const render = isBuiltIn(errorForm) ? errorsModule : importPath(folder, errorForm)
  return sourceFile([
    [
      `import type { EdgeFacts } from '${runtimeModule}'`,
      `import type { EdgeError } from '${errorsModule}'`,
      `import { renderError } from '${render}'`,
      "import type { RenderedError } from './error-bodies.js'",
      "import { errorCodes } from './error-codes.js'",
      "import { errorForms, formsByOperation } from './error-forms.js'",
      "import { hiddenFields, namedHiddenFields } from './hidden-fields.js'",
      "import { limits } from './limits.js'",
      "import { operations } from './operations.js'",
      "import { schemes } from './security.js'",
    ].join('\n'),
    '/** What the contract declares is what renderError has to make. */\nconst render: (error: EdgeError) => RenderedError = renderError',
    `export const facts: EdgeFacts = {
  basePath: ${quoted(basePath)},
  operations,
  schemes,
  limits,
  requestIdHeader: ${quoted(requestIdHeader)},${int64 === 'bigint' ? "\n  int64: 'bigint'," : ''}
  errorCodes,
  errorForms,
  formsByOperation,
  renderError: render,
  hiddenFields,
  namedHiddenFields,
}`,
  ])
}

/** `errors.ts`: what a backend throws. */
export const errorsFile = sourceFile([
  `import {
  ServiceError as AnyServiceError,
  declaredErrors,
  errorResponses,
  type ServiceErrorClass,
} from '${errorsModule}'
import type { ErrorBodies } from './error-bodies.js'
import type { ErrorCode } from './error-codes.js'
import { facts } from './facts.js'`,
  `export { DeclaredError, type EdgeError, NotImplementedError, type Violation } from '${errorsModule}'
export type { RenderedError } from './error-bodies.js'
export { type ErrorCode, errorCodes } from './error-codes.js'`,
  `/** An expected error, by its code: status and message are those of errorCodes. */
export type ServiceError = AnyServiceError<ErrorCode>
export const ServiceError: ServiceErrorClass<ErrorCode> = AnyServiceError`,
  `/** An error that the operation declares, to be thrown; another status or body does not compile. */
export const declaredError = declaredErrors<ErrorBodies>(facts)`,
  '/** The error body and headers of an error, without its cause. */\nexport const errorResponse = errorResponses(facts)',
])

/** `edge.ts`: parts of the app, for routes and servers beside it. */
export const edgeFile = sourceFile([
  `import { edgeOf } from '${runtimeModule}'
import { facts } from './facts.js'
import type { RequestContext } from './request-context.js'`,
  `export {
  beginBody,
  ClientGoneError,
  closeAfter,
  countHeader,
  endAfterBody,
  expectsContinue,
  failBody,
  knownPaths,
  newRequestId,
  type RequestEnd,
  type RequestFailure,
  sendJson,
  sendResponse,
  serializeOnce,
  singleHeader,
} from '${runtimeModule}'`,
  'export const { beginRequest, errorHandler, readJson, rejectMalformedPath, requestContext } = edgeOf<RequestContext>(facts)',
])
