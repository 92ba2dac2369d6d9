import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import './gallery.css'

export const metadata: Metadata = { title: 'Gallery' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
