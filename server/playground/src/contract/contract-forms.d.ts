/** The forms of the contract that the page was built with; vite.config.ts makes this module. */
declare module 'virtual:contract-forms' {
  export const forms: readonly import('./read-forms.ts').Form[]
}
