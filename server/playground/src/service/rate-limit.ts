import { createContext, type RefObject } from 'react'

/** When the orders of the page that wait for the rate limit are sent, by the page's clock. */
export const RateLimit = createContext<RefObject<number>>({ current: 0 })
