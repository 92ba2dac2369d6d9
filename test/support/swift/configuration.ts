import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The parameters of one Swift's files. */
export interface SwiftPlan {
  /** Holds all state, configuration and logs. */
  readonly folder: string
  /** The user that the servers run as. */
  readonly user: string
  readonly ports: SwiftPorts
  readonly region: string
  /** Buckets are also addressed as `BUCKET.VIRTUALHOST`. */
  readonly virtualHost: string
  /** ACCOUNT:USER, as in Swift's own sign-in. */
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type SwiftPorts = Readonly<Record<'proxy' | 'account' | 'container' | 'object' | 'cache', number>>

const backends = ['account', 'container', 'object'] as const

/** The programs that make up Swift, as `swift-NAME-server`. */
export const swiftServers = [...backends, 'proxy'] as const

/** Small, so that a test need not write a thousand objects to see a second page. */
const listingPageSize = 20

/** Writes the configuration and the rings of a Swift with one disk and one copy of everything. */
export function writeSwiftFiles(plan: SwiftPlan): void {
  const { folder } = plan
  mkdirSync(join(folder, 'disks', 'd1'), { recursive: true })
  writeFileSync(join(folder, 'swift.conf'), commonConfiguration)
  writeFileSync(join(folder, 'proxy-server.conf'), proxyConfiguration(plan))
  for (const name of backends) {
    writeFileSync(join(folder, `${name}-server.conf`), backendConfiguration(plan, name))
    writeFileSync(join(folder, `${name}.ring.gz`), ringOf(plan.ports[name]))
  }
}

const commonConfiguration = `
[swift-hash]
swift_hash_path_suffix = tests
swift_hash_path_prefix = tests
[storage-policy:0]
name = gold
default = yes
`

/** No workers: each server is the process that was started, so that stopping it leaves nothing. */
function serverConfiguration({ folder, user }: SwiftPlan, port: number): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
bind_timeout = 1
workers = 0
user = ${user}
swift_dir = ${folder}
log_level = WARNING
log_address = ${folder}/no-syslog
`
}

function backendConfiguration(plan: SwiftPlan, name: (typeof backends)[number]): string {
  return `${serverConfiguration(plan, plan.ports[name])}
devices = ${plan.folder}/disks
mount_check = false
fallocate_reserve = 0
recon_cache_path = ${plan.folder}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
[${name}-replicator]
[${name}-updater]
[${name}-auditor]
`
}

/** The preflight is allowed for any origin; whether a page may read a response is up to each bucket. */
function proxyConfiguration(plan: SwiftPlan): string {
  const [account, user] = plan.accessKeyId.split(':')
  return `${serverConfiguration(plan, plan.ports.proxy)}
[pipeline:main]
pipeline = catch_errors proxy-logging cache s3api tempauth copy slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:s3api]
use = egg:swift#s3api
location = ${plan.region}
storage_domain = ${plan.virtualHost}
max_bucket_listing = ${listingPageSize}
cors_preflight_allow_origin = *
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${plan.secretAccessKey} .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${plan.ports.cache}
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
}

/**
 * A ring maps names to disks; here all names are on one disk. Written directly in the format that every Swift
 * reads (magic, version, length, JSON, then a device number per partition), because its own tool takes nine
 * runs of Python, five seconds, for the same.
 */
function ringOf(port: number): Buffer {
  const partitions = 2
  const device = { id: 0, region: 1, zone: 1, weight: 1, ip: '127.0.0.1', port, device: 'd1', meta: '' }
  const replication = { replication_ip: device.ip, replication_port: port }
  const description = {
    devs: [{ ...device, ...replication }],
    part_shift: 32 - Math.log2(partitions),
    replica_count: 1,
    byteorder: 'little',
    version: 1,
  }
  const json = Buffer.from(JSON.stringify(description))
  const head = Buffer.alloc(10)
  head.write('R1NG', 0, 'latin1')
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(json.length, 6)
  return gzipSync(Buffer.concat([head, json, Buffer.alloc(2 * partitions)]))
}
