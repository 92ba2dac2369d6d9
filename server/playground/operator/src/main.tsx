import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './page.css'
import './parts.css'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place for its content')
// What is shown is always read anew. A failure is shown at once, and the next reading is the next attempt.
const client = new QueryClient({
  defaultOptions: {
    queries: { gcTime: 0, staleTime: 0, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
