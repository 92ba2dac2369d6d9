import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config/config.ts'
import { OperatorFileError } from '../../server/src/config/operator-file-error.ts'
import { isPlaceholder } from '../../server/src/config/placeholder-secrets.ts'
import { readText, root } from './support/deployment.ts'

/** A variable of the service that holds a secret, and its value, in a shell, an .env file or YAML. */
const assignment =
  /\b([A-Z][A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD|_KEY|KEY_ID)|DATABASE_URL)['"]?(?:=|: )['"]?([^\s'"`]+)/g
/** The key of a client, and the secrets of an example's own program. */
const ofOthers = /^(MEDIAGEN|CHAT|WEBHOOK)_/

const files = [
  'README.md',
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(md|ya?ml|sh|env|example)$/.test(path) && !/(node_modules|dist)\//.test(path))
      .map((path) => `${folder}/${path}`),
  ),
]

/** Every literal secret; $NAME and $(command) stand for a value of the reader's own. */
const secrets = files.flatMap((file) =>
  [...readText(file).matchAll(assignment)].flatMap(([, name = '', value = '']) => {
    const secret = name === 'DATABASE_URL' ? (URL.parse(value)?.password ?? '') : value
    const isLiteral = secret !== '' && !secret.includes('$') && !ofOthers.test(name)
    return isLiteral ? [{ file, name, value: decodeURIComponent(secret) }] : []
  }),
)

describe('every secret in an example or a document', () => {
  test('is found: those of Compose, of Kubernetes and of the pages', () => {
    const found = secrets.map(({ file, name }) => `${file} ${name}`)
    expect(found).toContain('examples/self-host/.env.example SIGNING_SECRET')
    expect(found).toContain('examples/kubernetes/secret.example.yaml ADMIN_TOKEN')
    expect(found).toContain('examples/kubernetes/secret.example.yaml DATABASE_URL')
    expect(found).toContain('docs/object-store.md AWS_SECRET_ACCESS_KEY')
  })

  test.each(secrets)('is known as a placeholder: $name in $file', ({ value }) => {
    expect(isPlaceholder(value)).toBe(true)
  })

  test('keeps the service from starting, as it stands in the example of Kubernetes', () => {
    const lines = readText('examples/kubernetes/secret.example.yaml').matchAll(
      /^ {2}(?:# )?([A-Z_]+): (\S+)$/gm,
    )
    const settings = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
    let problems: readonly string[] = []
    try {
      readConfig({ ...settings, OBJECT_STORE_URL: 's3://bucket' }, '/app')
    } catch (error) {
      if (error instanceof OperatorFileError) problems = error.problems
    }
    for (const name of [
      'DATABASE_URL',
      'SIGNING_SECRET',
      'ADMIN_TOKEN',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
    ])
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^"${name}".*placeholder`)))
  })
})
