import { useState } from 'react'
import { type Connection, loadConnection, saveConnection } from '../service/connection.ts'
import { RateLimit } from '../service/rate-limit.ts'
import type { PageSettings } from '../service/settings.ts'
import { useClients } from '../service/use-clients.ts'
import { useService } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import { useJobs } from '../tasks/use-jobs.ts'
import { Banner } from './banner.tsx'
import { Header } from './header.tsx'
import { later } from './later.tsx'
import { ErrorPages } from './problems.tsx'
import { useOutage } from './use-outage.ts'
import { Workbench } from './workbench.tsx'

const ConnectionDialog = later(async () => (await import('./connection-dialog.tsx')).ConnectionDialog)

/** The playground, with the service and the key that it uses. */
export function App({ settings }: { readonly settings: PageSettings }) {
  const [connection, setConnection] = useState(() => loadConnection(settings, location, sessionStorage))
  const [isConnecting, setIsConnecting] = useState(false)
  const { reach, client, reader, limitEndsMs } = useClients(connection, settings)
  const service = useService(client, reader)
  const jobs = useJobs(client, connection, service)
  const { outage, retry } = useOutage(reach, service, jobs)
  const { account, month } = service
  const connect = (chosen: Connection | undefined) => {
    saveConnection(chosen, sessionStorage)
    setConnection(chosen)
  }
  const askForKey = () => setIsConnecting(true)
  return (
    <ErrorPages value={settings.links.some(({ path }) => path === '/docs/') ? '/docs/errors/' : undefined}>
      <Header {...{ account, month, connection }} links={settings.links} onConnection={askForKey} />
      {outage !== undefined && <Banner outage={outage} onRetry={retry} />}
      <RateLimit value={limitEndsMs}>
        <Workbench
          {...{ settings, connection, client, reader, service, jobs, outage }}
          onConnection={askForKey}
        />
      </RateLimit>
      <p className="unseen" role="status">
        {outage === undefined ? jobs.announcement : strings.connectivity[outage]}
      </p>
      {isConnecting && (
        <ConnectionDialog
          {...{ settings, connection, account, month }}
          onConnect={connect}
          onClose={() => setIsConnecting(false)}
        />
      )}
    </ErrorPages>
  )
}
