import { describe, expect, test } from 'vitest'
import { isPrivateAddress, isPrivateHost } from './private-address.ts'

describe('an address', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.168.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'fd00::1', 'fe80::1', 'ff02::1'],
    ...['192.0.0.1', '240.0.0.1', '::127.0.0.1', '::ffff:0:127.0.0.1', '::ffff:0:10.1.2.3'],
    ...['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:c0a8:1::', '64:ff9b::169.254.169.254'],
    ...['64:ff9b:1::7f00:1', '64:ff9b:1:a00:0:100::', 'fec0::1', '2001:0:4136:e378::1', 'fe80::1%eth0'],
  ])('%s is not public', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each([
    ...[
      '1.1.1.1',
      '100.63.255.255',
      '100.128.0.1',
      '172.15.255.255',
      '172.32.0.1',
      '192.169.0.1',
      '223.255.255.255',
    ],
    ...['2606:4700::1111', '::ffff:1.1.1.1', '2002:101:101::', '64:ff9b::1.1.1.1', '2001:4860:4860::8888'],
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

describe('a host', () => {
  test.each([
    ...['gpu-box', 'localhost', 'engine.local', 'comfy.default.svc.cluster.local', '[::1]', '10.0.0.2'],
    ...['localhost.', 'LocalHost..', 'api.localhost', 'api.LOCALHOST.', 'engine.local.', '[::127.0.0.1]'],
  ])('%s is private by its name alone', (host) => {
    expect(isPrivateHost(host)).toBe(true)
  })

  test.each([
    'api.engine.example',
    '1.1.1.1',
    '[2606:4700::1111]',
    'local.example',
    'localhost.example.',
    'notlocalhost.example',
  ])('%s may be public', (host) => {
    expect(isPrivateHost(host)).toBe(false)
  })
})
