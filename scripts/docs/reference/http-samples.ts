import type { CodeSample, ExampleCall } from './call.ts'

/** The call with curl; the address and the key are shell variables. */
export function curlSample({ method, path, isSecured, body }: ExampleCall): CodeSample {
  const lines = [
    // Without a body, curl sends GET by default; with one, it sends POST.
    `curl${method === (body === undefined ? 'get' : 'post') ? '' : ` -X ${method.toUpperCase()}`} "$MEDIAGEN_BASE_URL${path}"`,
    ...(isSecured ? ['-H "Authorization: Bearer $MEDIAGEN_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shellWord(JSON.stringify(body))}`]),
  ]
  return { lang: 'shell', label: 'curl', source: lines.join(' \\\n  ') }
}

/** The call with Python's requests; the address and the key are environment variables. */
export function pythonSample({ method, path, isSecured, body }: ExampleCall): CodeSample {
  const key = `headers={"Authorization": f"Bearer {os.environ['MEDIAGEN_API_KEY']}"},`
  const lines = [
    'import os',
    'import requests',
    '',
    `response = requests.${method}(`,
    `    os.environ["MEDIAGEN_BASE_URL"] + ${JSON.stringify(path)},`,
    ...(isSecured ? [`    ${key}`] : []),
    ...(body === undefined ? [] : [`    json=${pythonLiteral(body)},`]),
    '    timeout=40,',
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ]
  return { lang: 'python', label: 'Python requests', source: lines.join('\n') }
}

/** A word for a POSIX shell that stands for exactly this text. */
export function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, field]) => `${JSON.stringify(name)}: ${pythonLiteral(field)}`)
      .join(', ')}}`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
