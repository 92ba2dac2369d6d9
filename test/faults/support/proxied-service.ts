import { afterAll } from 'vitest'
import { type MysqlProxy, startMysqlProxy } from '../../breakage/faults/mysql-proxy.ts'
import { type FaultService, faultServiceOfFile } from '../../breakage/service/fault-service.ts'
import { createMigratedDatabase } from '../../support/migrated-database.ts'

/** A service for all the tests of a file, whose way to its database can be watched and broken. */
export interface ProxiedService {
  current(): FaultService
  proxy(): MysqlProxy
  /** The same database without the proxy. */
  directUrl(): string
}

export function proxiedServiceOfFile(): ProxiedService {
  let proxy: MysqlProxy
  let directUrl: string
  const current = faultServiceOfFile({
    async databaseUrl() {
      directUrl = (await createMigratedDatabase()).url
      proxy = await startMysqlProxy(directUrl)
      return proxy.urlOf(directUrl)
    },
  })
  afterAll(() => proxy.close())
  return { current, proxy: () => proxy, directUrl: () => directUrl }
}
