import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const keyKinds = {
  'P-256': ['EC', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  'P-384': ['EC', '-pkeyopt', 'ec_paramgen_curve:secp384r1'],
  Ed25519: ['ED25519'],
  RSA: ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
} as const

const extensions = `basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=emailProtection
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
`

/** A key of that kind and the certificate for it, of an authority that nobody trusts, as PEM. */
export function makeCredentials(folder: string, kind: keyof typeof keyKinds) {
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const generate = (name: string, algorithm: readonly string[]) =>
    openssl('genpkey', '-algorithm', ...algorithm, '-out', file(name))
  generate('ca.key', keyKinds['P-256'])
  const authority = ['-key', file('ca.key'), '-subj', '/O=Test/CN=Test authority', '-days', '2']
  openssl(
    'req',
    '-x509',
    '-new',
    ...authority,
    '-addext',
    'keyUsage=critical,keyCertSign',
    '-out',
    file('ca.pem'),
  )
  generate('leaf.key', keyKinds[kind])
  openssl(
    'req',
    '-new',
    '-key',
    file('leaf.key'),
    '-subj',
    '/O=Operator/CN=Operator',
    '-out',
    file('leaf.csr'),
  )
  writeFileSync(file('leaf.cnf'), extensions)
  const by = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-set_serial', '7', '-days', '1']
  openssl(
    'x509',
    '-req',
    '-in',
    file('leaf.csr'),
    ...by,
    '-extfile',
    file('leaf.cnf'),
    '-out',
    file('leaf.pem'),
  )
  const read = (name: string) => readFileSync(file(name), 'utf8')
  return { certificates: read('leaf.pem') + read('ca.pem'), privateKey: read('leaf.key') }
}
