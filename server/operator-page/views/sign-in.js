import { element } from '../dom.js'
import { field, form } from '../pages.js'

/**
 * @param {(token: string) => Promise<void>} signIn
 */
export function signInPage(signIn) {
  const token = field('Admin token', {
    name: 'token',
    type: 'password',
    required: true,
    autocomplete: 'current-password',
  })
  // Password managers store the token under a name, and search for it in the form.
  const user = element('input', { name: 'user', autocomplete: 'username', value: 'operator', hidden: true })
  return {
    title: 'Sign in as operator',
    subtitle: element(
      'p',
      { class: 'quiet' },
      'For the people who run this service: its health, accounts, tasks and money.',
    ),
    isNarrow: true,
    content: [
      element(
        'section',
        { class: 'card' },
        form({ label: 'Sign in', class: 'stacked', action: 'Sign in' }, [user, token], ({ token = '' }) =>
          signIn(token),
        ),
        element(
          'p',
          { class: 'quiet' },
          'The token is the value of the setting ',
          element('code', {}, 'ADMIN_TOKEN'),
          ', which whoever installed the service has chosen. A session lasts 8 hours.',
        ),
      ),
    ],
  }
}
