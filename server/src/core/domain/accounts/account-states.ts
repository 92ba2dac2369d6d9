/** Only an ACTIVE account may order and upload; what it has, it may read, cancel and download in every state. */
export type AccountState = 'ACTIVE' | 'SUSPENDED' | 'CLOSED'
