import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from './deployment.ts'

/** A certificate for media.example.com and its key in a folder, until the test ends. */
export function makeCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync(
    'openssl',
    ['req', '-x509', ...kind, ...files, '-days', '2', '-subj', '/CN=media.example.com'],
    {
      stdio: 'pipe',
    },
  )
  return folder
}

/**
 * examples/self-host/tls with a certificate, listening on those ports. `http2 on` becomes a word of `listen`, as
 * nginx before 1.25.1 has it.
 */
export function makeTlsFolder(ports: { readonly api: number; readonly objects: number }): string {
  const folder = makeCertificate()
  cpSync(join(root, 'examples/self-host/tls'), folder, { recursive: true })
  for (const name of readdirSync(folder).filter((file) => /\.(conf|inc)$/.test(file))) {
    const text = readFileSync(join(folder, name), 'utf8')
      .replaceAll('/etc/nginx/tls/', `${folder}/`)
      .replace('listen 8443 ssl;', `listen 127.0.0.1:${ports.api} ssl http2;`)
      .replace('listen 9443 ssl;', `listen 127.0.0.1:${ports.objects} ssl http2;`)
      .replace('http2 on;\n', '')
    writeFileSync(join(folder, name), text)
  }
  return folder
}
