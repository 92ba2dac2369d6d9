import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './page/app.tsx'
import './page/page.css'
import './page/form.css'
import './page/results.css'
import './page/sheet.css'
import './tasks/history.css'
import { Retention } from './page/retention.ts'
import { readSettings } from './service/settings.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place for the playground')
const settings = readSettings(document)
createRoot(root).render(
  <StrictMode>
    <Retention value={settings.retention}>
      <App settings={settings} />
    </Retention>
  </StrictMode>,
)
