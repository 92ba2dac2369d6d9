import type { Operation, OperationParameter } from '../read/operations.ts'
import { checkBody } from './check-body.ts'
import { type NamedRequest, sendRejected } from './rejected.ts'
import { requestOf, type Values, validValues, wrongTexts } from './requests.ts'
import type { Session } from './scenario.ts'

/** Credentials, parameters and body of one operation: each wrong once, then all of them valid. */
export async function checkOperation(
  session: Session,
  operation: Operation,
  sendsValid: boolean,
): Promise<void> {
  const { operationId } = operation
  const values = validValues(session.plain, operation)
  if (values === undefined) return session.untriable(operationId)
  const asked = requestOf(operation, values)
  if (isSecured(operation)) {
    await checkCredentials(session, operation, asked)
    if (session.apiKey === undefined)
      return session.remark(`${operationId} was tried without credentials only: --key names some`)
  }
  for (const parameter of operation.parameters.filter(({ atEdge }) => !atEdge))
    await checkParameter(session, operation, parameter, values)
  if (values.body !== undefined)
    await checkBody(session, operation, values.body, (body) => requestOf(operation, { ...values, body }))
  if (sendsValid) await sendValid(session, operation, asked)
}

function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((rule) => Object.keys(rule).length > 0)
}

async function checkCredentials(
  session: Session,
  operation: Operation,
  asked: ReturnType<typeof requestOf>,
): Promise<void> {
  const without = { ...asked, withKey: false }
  const send = (tried: string, request: typeof without) =>
    sendRejected(session, 'credentials', { operation, tried, asked: request })
  await send('without credentials', without)
  if (!session.plain.takesBearer(operation)) return
  for (const credentials of ['Basic Y29uZm9ybTo=', 'Bearer', 'Bearer a b'])
    await send(`with ${credentials}`, {
      ...without,
      headers: { ...asked.headers, Authorization: credentials },
    })
}

async function checkParameter(
  session: Session,
  operation: Operation,
  parameter: OperationParameter,
  values: Values,
): Promise<void> {
  const { name, in: place } = parameter
  const wrong = place === 'path' ? 'path parameter' : 'parameter'
  const send = (tried: string, parameters: Values['parameters']) => {
    const request: NamedRequest = { operation, tried, asked: requestOf(operation, { ...values, parameters }) }
    return sendRejected(session, wrong, request, [name])
  }
  for (const text of wrongTexts(session.plain, parameter.schema))
    await send(`with a wrong ${name}`, new Map([...values.parameters, [parameter, text] as const]))
  if (parameter.required === true && place !== 'path')
    await send(`without ${name}`, new Map([...values.parameters].filter(([other]) => other !== parameter)))
}

async function sendValid(
  session: Session,
  { operationId }: Operation,
  asked: ReturnType<typeof requestOf>,
): Promise<void> {
  const response = await session.send(`${operationId} with a valid request`, asked)
  if (response !== undefined && response.status >= 400)
    session.remark(`${operationId} responds with ${response.status} to a request that meets the contract`)
}
