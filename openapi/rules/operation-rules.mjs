/**
 * Success is 200 on every operation; there is no other 2xx and no redirect. 304 is for those that take
 * If-None-Match.
 */
export function operationSucceedsWith200() {
  return {
    Operation(operation, { report, location, resolve }) {
      const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter).node ?? {})
      const isConditional = parameters.some((parameter) => parameter.name === 'If-None-Match')
      const others = Object.keys(operation.responses ?? {}).filter(
        (status) => !/^(200|[45]\d\d)$/.test(status) && !(isConditional && status === '304'),
      )
      for (const status of others) {
        report({
          message: `An operation answers 200, 4xx or 5xx with an exact status, not ${status}.`,
          location: location.child(['responses', status]).key(),
        })
      }
      if (operation.responses?.['200'] === undefined)
        report({ message: 'An operation declares its answer 200.' })
    },
  }
}

/**
 * An operation declares each refusal that its security, its parameters and its body can lead to, and no
 * secured one less.
 */
export function operationDeclaresItsRefusals() {
  return {
    Operation(operation, { report, location, resolve, key: method }) {
      const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter).node ?? {})
      for (const [status, why] of refusalsOf(operation, parameters, method)) {
        if (operation.responses?.[status] !== undefined) continue
        report({ message: `Declare ${status}: ${why}.`, location: location.child('responses').key() })
      }
    },
  }
}

function refusalsOf(operation, parameters, method) {
  const secured = (operation.security ?? []).length > 0
  const body = operation.requestBody !== undefined
  // A request id is replaced, never refused, so it alone is no reason for a 400.
  const checked = parameters.some((parameter) => parameter.name !== 'X-Request-Id')
  const inPath = parameters.some((parameter) => parameter.in === 'path')
  const generates = parameters.some((parameter) => parameter.name === 'Idempotency-Key')
  return [
    ['500', 'every operation can fail', true],
    ['503', 'every operation can be cut off from its storage', true],
    ['401', 'the API key can be missing', secured],
    ['403', 'the API key may only read', secured && method !== 'get'],
    ['400', 'a parameter or the body can break its constraint', checked || body],
    ['404', 'what the path names may not exist', inPath],
    ['408', 'the body can arrive too slowly', body],
    ['413', 'the body can be too large', body],
    ['415', 'the body can be of another type', body],
    ['402', 'the balance can be too low', generates],
    ['409', 'the Idempotency-Key can stand for another request', generates],
    ['429', 'generations are limited per minute', generates],
  ].filter(([, , applies]) => applies)
}
