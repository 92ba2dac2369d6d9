import type { TestRequest } from './test-request.ts'

/** Spaces that pad a body are counted, not shown. */
const paddingMin = 100

/** The request as a bash command line. The API key is the variable KEY, so that no log contains it. */
export function curlOf(
  baseUrl: string,
  { method, path, headers = {}, body, withKey = true }: TestRequest,
): string {
  const fields = {
    ...(withKey && !('Authorization' in headers) && { Authorization: 'Bearer $KEY' }),
    ...headers,
  }
  return [
    'curl -i',
    ...(method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    quote(new URL(path, baseUrl).href),
    ...Object.entries(fields).map(([name, value]) =>
      value.endsWith('$KEY') ? `-H ${withVariable(`${name}: ${value}`)}` : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [bodyOf(body)]),
  ].join(' ')
}

function bodyOf(body: string): string {
  const text = body.trimEnd()
  const padding = body.length - text.length
  return padding < paddingMin
    ? `--data-raw ${quote(body)}`
    : `--data-binary @<(printf '%s%*s' ${quote(text)} ${padding} '')`
}

/** In quotes that let the shell put in the variable at the end, and nothing else. */
function withVariable(text: string): string {
  return `"${text.slice(0, -'$KEY'.length).replaceAll(/[\\"`$]/g, '\\$&')}$KEY"`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
